// Part of an instrumented copy, which puts the constant COPY in front: says whether a mutant is on in this process,
// and, while none is on anywhere, notes which test file reached it.

// The page for browsers has some of the sources too.
const { appendFileSync, existsSync, readFileSync } =
  globalThis.process?.getBuiltinModule('node:fs') ?? {}

const test = globalThis.testFileOfMutants ?? startedBy()
const turnedOn = JSON.parse(readIfAny(`${COPY}/build/on`) || 'null')
const on = turnedOn?.[test]
const seen = new Set()

export function isOn(id) {
  if (turnedOn) return id === on
  if (seen.has(id)) return false
  seen.add(id)
  try {
    appendFileSync(`${COPY}/build/reached`, `${test}\t${id}\n`)
  } catch {
    // Not every process may write here.
  }
  return false
}

/** The test file whose worker started this process, or one of its parents. */
function startedBy() {
  if (!globalThis.process) return ''
  if (process.env.MUTATE_TEST) return process.env.MUTATE_TEST
  for (let id = process.pid; id > 1; ) {
    const file = `${COPY}/build/worker-${id}`
    if (existsSync(file)) return readFileSync(file, 'utf8')
    const stat = readIfAny(`/proc/${id}/stat`)
    id = stat ? Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) : 0
  }
  return ''
}

function readIfAny(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
