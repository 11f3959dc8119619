// `pnpm mutate FOLDER [--sample N] [--line FILE:LINE] [--build] [TESTS…]`: puts one small bug after the other into a
// folder's sources and runs the nearest tests: those next to each source, and TESTS. A mutant that no test fails on
// survives, and is a test to write. Tests of the built command see a mutant with `--build`, which bundles each.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SWAPS = [
  [' <= ', ' < '],
  [' < ', ' <= '],
  [' >= ', ' > '],
  [' > ', ' >= '],
  [' === ', ' !== '],
  [' !== ', ' === '],
  [' && ', ' || '],
  [' || ', ' && '],
  [' + 1', ' + 2'],
  [' - 1', ' - 2'],
  ['.some(', '.every('],
  ['.every(', '.some('],
  ['indexOf(', 'lastIndexOf('],
  ['if (!', 'if ('],
  ['return true', 'return false'],
  ['return false', 'return true'],
]
/** A call that is alone on its line. */
const STATEMENT = /^\s+(?:void |await )?(?:this\.)?[#\w]+(?:\??\.[#\w]+)*\(.*\)$/
const CONSTANT = /^((?:export )?const [A-Z][A-Z0-9_]* = )(\d[\d_]*)$/

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    line: { type: 'string' },
    build: { type: 'boolean', default: false },
  },
})
const [folder, ...tests] = positionals
if (!folder || !existsSync(folder)) {
  process.stderr.write('mutate: name a folder of sources\nhint: pnpm mutate packages/guard/src\n')
  process.exit(2)
}

const all = sourcesIn(folder).flatMap(mutantsOf)
const wanted = values.line ? all.filter(({ at }) => at.endsWith(values.line)) : all
const step = Math.max(1, wanted.length / Number(values.sample ?? wanted.length))
const chosen = wanted.filter((_, index) => Math.floor(index % step) === 0)
const counts = { killed: 0, survived: 0, untested: 0 }
let changed
process.on('exit', () => {
  restore()
  bundle()
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
for (const mutant of chosen) {
  const outcome = run(mutant)
  counts[outcome] += 1
  process.stdout.write(`${outcome.padEnd(8)} ${mutant.at}  ${mutant.what}\n`)
}
const judged = counts.killed + counts.survived
const share = judged === 0 ? '-' : `${Math.round((100 * counts.killed) / judged)} %`
process.stdout.write(
  `\n${folder}: ${counts.killed} of ${judged} killed (${share}), ${counts.survived} survived, ${counts.untested} with no test beside them\n`,
)

function sourcesIn(path) {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.(?:test|case|d)\.ts$/.test(name))
    .map((name) => join(path, name))
    .sort()
}

function mutantsOf(file) {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    if (/^\s*(?:\/\/|\/?\*|import |export \{|\}? from )/.test(line)) return []
    const mutants = SWAPS.filter(([from]) => line.includes(from)).map(([from, to]) => [
      line.replace(from, to),
      `${from.trim()} -> ${to.trim()}`,
    ])
    if (STATEMENT.test(line)) mutants.push(['', `removed: ${line.trim()}`])
    const constant = CONSTANT.exec(line)
    if (constant)
      mutants.push([`${constant[1]}${Number(constant[2].replaceAll('_', '')) + 1}`, '+ 1'])
    const at = `${relative(ROOT, file)}:${index + 1}`
    return mutants.map(([text, what]) => ({
      file,
      at,
      what,
      text: lines.with(index, text).join('\n'),
    }))
  })
}

function run({ file, text }) {
  const beside = readdirSync(dirname(file))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(dirname(file), name))
  if (beside.length + tests.length === 0) return 'untested'
  changed = { file, text: readFileSync(file, 'utf8') }
  writeFileSync(file, text)
  // What cannot be bundled would not be shipped.
  if (!bundle()) {
    restore()
    return 'killed'
  }
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const args = [vitest, 'run', '--bail=1', '--retry=0', '--maxWorkers=1', ...beside, ...tests]
  const { status } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    stdio: 'ignore',
    timeout: 600_000,
  })
  restore()
  return status === 0 ? 'survived' : 'killed'
}

function bundle() {
  if (!values.build) return true
  const options = { cwd: ROOT, stdio: 'ignore' }
  return spawnSync(process.execPath, [join(ROOT, 'scripts/bundle.mjs')], options).status === 0
}

function restore() {
  if (changed) writeFileSync(changed.file, changed.text)
  changed = undefined
}
