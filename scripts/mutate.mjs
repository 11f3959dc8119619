// `pnpm mutate FOLDER… [--sample N] [--seed S] [--line FILE:LINE] [--bugs FILE] [--limit SECONDS] [--tests PATH]…`:
// puts small bugs into a copy of the tree and runs the tests that reach each. A mutant that no test fails on survives, and is a
// test to write.
//
// All mutants are in one build, each behind its number. The tests run once with none of them on, which tells which
// test files reach which mutants, also in the processes that they start. Then they run in rounds: in each, every test
// file runs with another mutant on, the quickest file that is left for it.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { copyTree, instrument } from './mutate/instrument.mjs'
import { mutantsOf, sampleOf, writtenMutant } from './mutate/mutants.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const COPY = join(ROOT, 'build/mutate')
const APPLICATION = 'packages/mcp-pruner'
/** Where the tests of the application's folders are that are not next to the sources. */
const TESTS = {
  clients: ['install', 'native', 'replay'],
  gateway: ['gateway', 'guard', 'protocol', 'stats'],
  http: ['ask', 'http', 'protocol', 'security'],
  native: ['native', 'stats'],
  store: ['http', 'security', 'shell', 'stdio'],
  report: ['replay', 'stats', 'ui'],
  stats: ['replay', 'shell', 'stats'],
  stdio: ['protocol', 'security', 'stdio'],
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    line: { type: 'string' },
    bugs: { type: 'string' },
    limit: { type: 'string', default: '60' },
    tests: { type: 'string', multiple: true, default: [] },
  },
})
const folders = positionals
if ((folders.length === 0 && !values.bugs) || !folders.every((path) => existsSync(path))) {
  process.stderr.write('mutate: name a folder of sources\nhint: pnpm mutate packages/guard/src\n')
  process.exit(2)
}
let running
process.on('exit', () => {
  if (running) endGroup(running)
  rmSync(COPY, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

const mutants = chosen().map((mutant, index) => Object.assign(mutant, { id: index + 1 }))
copyTree(ROOT, COPY)
instrument(ROOT, COPY, mutants)
if (testFolders().some((path) => !/\/src(?:\/|$)/.test(path))) build()
process.stdout.write(`${mutants.length} mutants; running the tests once without them\n`)
const left = whoReaches(await vitest(testFolders()))
await runRounds()
for (const mutant of mutants) {
  const at = `${relative(ROOT, mutant.file)}:${mutant.line}`
  process.stdout.write(`${mutant.outcome.padEnd(9)} ${at}  ${mutant.what}\n`)
}
for (const folder of new Set(mutants.map((mutant) => mutant.folder))) {
  const own = mutants.filter((mutant) => mutant.folder === folder)
  const count = (outcome) => own.filter((mutant) => mutant.outcome === outcome).length
  const share = Math.round((100 * count('killed')) / own.length)
  process.stdout.write(
    `${folder}: ${count('killed')} of ${own.length} killed (${share} %), ${count('survived')} survived, ${count('unreached')} reached by no test\n`,
  )
}

/** For tests of the command. */
function build() {
  const options = { cwd: COPY, stdio: 'inherit' }
  if (spawnSync(process.execPath, ['scripts/bundle.mjs'], options).status !== 0) process.exit(1)
}

function chosen() {
  const sampled = folders.flatMap((folder) => {
    const all = sourcesIn(folder)
      .flatMap(mutantsOf)
      .filter(({ file, line }) => !values.line || `${file}:${line}`.endsWith(values.line))
    const some = sampleOf(all, Number(values.sample ?? all.length), values.seed)
    return some.map((mutant) => Object.assign(mutant, { folder }))
  })
  if (!values.bugs) return sampled
  const bugs = JSON.parse(readFileSync(values.bugs, 'utf8')).map(writtenMutant)
  return [...sampled, ...bugs.map((bug) => Object.assign(bug, { folder: values.bugs }))]
}

function sourcesIn(path) {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.(?:test|case|d)\.ts$|browser\//.test(name))
    .map((name) => join(path, name))
    .sort()
}

function testFolders() {
  if (values.tests.length > 0) return values.tests
  const found = mutants.flatMap(({ file }) => {
    const [, part, name] = /^(packages\/(?:core\/)?[^/]+)\/src\/([^/]+)/.exec(relative('.', file))
    if (part !== APPLICATION) return [`${part}/`]
    if (!TESTS[name]) return [`${part}/`]
    return [`${part}/src/${name}/`, ...TESTS[name].map((folder) => `${part}/test/${folder}/`)]
  })
  return [...new Set(found)]
}

/** The test files of each mutant, those next to it first, and then the quickest, within the limit. */
function whoReaches(failed) {
  if (failed.length > 0)
    process.stdout.write(`left out, since they fail without a mutant: ${failed.join(' ')}\n`)
  const times = new Map(rowsOf('times').map(([file, ms]) => [file, Number(ms)]))
  const reached = rowsOf('reached').filter(([file]) => times.has(file) && !failed.includes(file))
  const next = (mutant, test) => (dirname(mutant.file) === dirname(test) ? 0 : times.get(test))
  return new Map(
    mutants.map((mutant) => {
      const files = new Set(reached.filter(([, id]) => id === `${mutant.id}`).map(([file]) => file))
      let spent = 0
      const some = [...files]
        .sort((a, b) => next(mutant, a) - next(mutant, b))
        .filter(
          (file) =>
            (spent += times.get(file)) < Number(values.limit) * 1_000 || spent === times.get(file),
        )
      mutant.outcome = some.length > 0 ? 'survived' : 'unreached'
      return [mutant, some]
    }),
  )
}

function rowsOf(name) {
  const path = join(COPY, 'build', name)
  if (!existsSync(path)) return []
  const rows = readFileSync(path, 'utf8').split('\n').filter(Boolean)
  return rows.map((row) => row.split('\t'))
}

async function runRounds() {
  for (;;) {
    const turns = new Map()
    const waiting = mutants.filter((mutant) => left.get(mutant).length > 0)
    if (waiting.length === 0) return
    waiting.sort((a, b) => left.get(a).length - left.get(b).length)
    for (const mutant of waiting) {
      const files = left.get(mutant)
      const file = files.find((name) => !turns.has(name))
      if (file === undefined) continue
      turns.set(file, mutant)
      files.splice(files.indexOf(file), 1)
    }
    writeFileSync(
      join(COPY, 'build/on'),
      JSON.stringify(Object.fromEntries([...turns].map(([file, { id }]) => [file, id]))),
    )
    for (const file of await vitest([...turns.keys()])) {
      const mutant = turns.get(file)
      mutant.outcome = 'killed'
      left.set(mutant, [])
    }
    const still = mutants.filter((mutant) => left.get(mutant).length > 0).length
    process.stdout.write(`${turns.size} test files run, ${still} mutants left\n`)
  }
}

/** Runs tests, and returns the files with a failure. What they started ends with them. */
async function vitest(tests) {
  const report = join(COPY, 'build/report.json')
  rmSync(report, { force: true })
  const args = ['run', '--config', 'scripts/mutate/vitest.config.mjs', '--reporter=json']
  running = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', ...args, `--outputFile=${report}`, ...tests],
    { cwd: COPY, stdio: 'ignore', detached: true },
  )
  const { pid } = running
  await new Promise((done) => running.once('exit', done))
  running = undefined
  endGroup({ pid })
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const passed = testResults.filter(({ status }) => status === 'passed')
  const green = new Set(passed.map(({ name }) => relative(COPY, name)))
  // Of a worker that was ended there may be no result.
  const all = [...testResults.map(({ name }) => relative(COPY, name)), ...tests]
  return [...new Set(all)].filter((name) => name.endsWith('.test.ts') && !green.has(name))
}

function endGroup({ pid }) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All of them ended.
  }
}
