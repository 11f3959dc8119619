// pnpm bench:all
//
// Every benchmark that needs no data of its own, one after another, on a machine that does nothing else; what each
// prints goes to results/, under the commit and the load that it was taken at.
import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'

const BENCHES = [
  'startup',
  'server',
  'runtime',
  'engine',
  'service',
  'gateway',
  'native:time',
  'page',
  'questions',
]
const root = fileURLToPath(new URL('..', import.meta.url))
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

const [commit, changed] = [git('rev-parse', '--short', 'HEAD'), git('status', '--porcelain')]
if (changed !== '') {
  console.error('bench:all: commit first, so that the results can name the commit they belong to')
  process.exit(2)
}
const asked = process.argv.slice(2)
let failed = 0
for (const name of asked.length > 0 ? asked : BENCHES) {
  const load = (loadavg()[0] ?? 0).toFixed(1)
  const started = performance.now()
  const run = spawnSync('npx', ['--yes', 'pnpm@12', '--silent', `bench:${name}`], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`bench:${name}: ${run.status === 0 ? `${seconds} s` : `failed (exit ${run.status})`}`)
  if (run.status !== 0) {
    failed += 1
    continue
  }
  const machine = `${cpus().length} cores, load ${load} before it began, Node ${process.versions.node}`
  const head = `# pnpm bench:${name}\n\nCommit ${commit}, ${machine}.\n\n`
  writeFileSync(
    `${root}/bench/results/${name.replace(':', '-')}.md`,
    `${head}${run.stdout.trim()}\n`,
  )
}
process.exit(failed > 0 ? 1 : 0)
