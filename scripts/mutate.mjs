// `pnpm mutate FOLDER… [--sample N] [--seed S,…] [--line FILE:LINE] [--bugs FILE] [--limit SECONDS] [--tests PATH]…`:
// puts small bugs into a copy of the tree and runs the tests that reach each. A mutant that no test fails on survives, and is a
// test to write.
//
// All mutants are in one build, each behind its number. The tests run once with none of them on, which tells which
// test files reach which mutants, also in the processes that they start. Then they run in rounds: in each, every test
// file runs with another mutant on, the quickest file that is left for it. First the tests in the same process; those of
// the built command judge what they let live.
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
  ledger: ['replay', 'shell', 'stats'],
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
/** The test files left for each mutant. */
let left = new Map()
// Tests in the same process first: those of the command, which take longer, judge what these let live.
for (const isOfCommand of [false, true]) await judge(isOfCommand)
for (const seed of new Set(mutants.map((mutant) => mutant.seed)))
  printOutcome(mutants.filter((mutant) => mutant.seed === seed))

async function judge(isOfCommand) {
  const open = mutants.filter((mutant) => mutant.outcome !== 'killed')
  const tests = testFolders(open).filter((path) => isTestOfCommand(path) === isOfCommand)
  if (tests.length === 0) return
  if (isOfCommand) build()
  for (const name of ['on', 'reached', 'times']) rmSync(join(COPY, 'build', name), { force: true })
  const what = isOfCommand ? 'of the command' : 'in process'
  process.stdout.write(`${open.length} mutants; running the tests ${what} once without them\n`)
  left = whoReaches(open, await vitest(tests))
  await runRounds(open)
  const alive = open.filter((mutant) => mutant.outcome !== 'killed')
  process.stdout.write(`alive after the tests ${what}:\n`)
  for (const mutant of alive) process.stdout.write(`  ${lineOf(mutant)}\n`)
}

function lineOf({ outcome, file, line, what }) {
  return `${outcome.padEnd(9)} ${relative(ROOT, file)}:${line}  ${what}`
}

function printOutcome(judged) {
  for (const mutant of judged) process.stdout.write(`${lineOf(mutant)}\n`)
  for (const folder of new Set(judged.map((mutant) => mutant.folder))) {
    const own = judged.filter((mutant) => mutant.folder === folder)
    const count = (outcome) => own.filter((mutant) => mutant.outcome === outcome).length
    const share = Math.round((100 * count('killed')) / own.length)
    const seed = own[0].seed === undefined ? '' : `, seed ${own[0].seed}`
    process.stdout.write(
      `${folder}${seed}: ${count('killed')} of ${own.length} killed (${share} %), ${count('survived')} survived, ${count('unreached')} reached by no test\n`,
    )
  }
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
    if (!values.sample) return all.map((mutant) => ({ ...mutant, folder }))
    return values.seed.split(',').flatMap((seed) => {
      const some = sampleOf(all, Number(values.sample), seed)
      // A copy: two samples may share a mutant.
      return some.map((mutant) => Object.assign({}, mutant, { folder, seed }))
    })
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

function isTestOfCommand(path) {
  return path.startsWith(`${APPLICATION}/test`)
}

function testFolders(judged) {
  if (values.tests.length > 0) return values.tests
  const found = judged.flatMap(({ file }) => {
    const [, part, name] = /^(packages\/(?:core\/)?[^/]+)\/src\/([^/]+)/.exec(relative('.', file))
    if (part !== APPLICATION) return [`${part}/`]
    const ofCommand = (TESTS[name] ?? ['']).map((folder) => `${part}/test/${folder}`)
    return [`${part}/src/`, ...ofCommand]
  })
  return [...new Set(found)]
}

/** The test files of each mutant, those next to it first, and then the quickest, within the limit. */
function whoReaches(judged, failed) {
  if (failed.length > 0)
    process.stdout.write(`left out, since they fail without a mutant: ${failed.join(' ')}\n`)
  const times = new Map(rowsOf('times').map(([file, ms]) => [file, Number(ms)]))
  const reached = rowsOf('reached').filter(([file]) => times.has(file) && !failed.includes(file))
  const next = (mutant, test) => (dirname(mutant.file) === dirname(test) ? 0 : times.get(test))
  return new Map(
    judged.map((mutant) => {
      const files = new Set(reached.filter(([, id]) => id === `${mutant.id}`).map(([file]) => file))
      let spent = 0
      const some = [...files]
        .sort((a, b) => next(mutant, a) - next(mutant, b))
        .filter(
          (file) =>
            (spent += times.get(file)) < Number(values.limit) * 1_000 || spent === times.get(file),
        )
      if (mutant.outcome === undefined || some.length > 0)
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

async function runRounds(judged) {
  for (;;) {
    const turns = new Map()
    const waiting = judged.filter((mutant) => left.get(mutant).length > 0)
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
    const still = judged.filter((mutant) => left.get(mutant).length > 0).length
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
  // Of a worker that was ended, tests that did not come to an end are pending, and its file is said to have passed.
  const passed = testResults.filter(
    ({ status, assertionResults: outcomes }) =>
      status === 'passed' &&
      outcomes.length > 0 &&
      outcomes.every((test) => test.status !== 'pending'),
  )
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
