// pnpm release: builds and packs the published package, checks what is in the tarball, and prints what to
// type to publish it. It publishes nothing itself.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const read = (path) => JSON.parse(readFileSync(at(path), 'utf8'))
const fail = (message) => {
  console.error(`release: ${message}`)
  process.exit(1)
}

const { name, version } = read('packages/mcp-pruner/package.json')
for (const folder of ['contracts', 'core/pruner', 'core/mcp-runtime', 'guard', 'runner']) {
  const other = read(`packages/${folder}/package.json`).version
  if (other !== version) fail(`packages/${folder} is ${other}, the published package is ${version}`)
}
const [newest] = /^## .*$/m.exec(readFileSync(at('CHANGELOG.md'), 'utf8')) ?? []
if (!newest?.startsWith(`## ${version}`))
  fail(`CHANGELOG.md begins with "${newest}", not ${version}`)

const out = at('build/release')
mkdirSync(out, { recursive: true })
const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', out], {
  cwd: at('packages/mcp-pruner'),
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'ignore'],
})
const [{ filename, size, files }] = JSON.parse(packed)
const paths = files.map(({ path }) => path)
for (const needed of [
  'package.json',
  'README.md',
  'LICENSE',
  'dist/index.js',
  'dist/line-scorer.bin',
  'dist/mcp-pruner.1',
  'dist/THIRD-PARTY-LICENSES',
]) {
  if (!paths.includes(needed)) fail(`${needed} is missing from ${filename}`)
}
const odd = paths.filter((path) => !/^(dist\/|package\.json$|README\.md$|LICENSE$)/.test(path))
if (odd.length > 0) fail(`${filename} holds what is not for users: ${odd.join(', ')}`)

console.log(`${name} ${version}: ${files.length} files, ${(size / 1e6).toFixed(1)} MB`)
console.log(
  `\nTo publish it:\n\n  git tag v${version} && git push --tags\n\nThe release workflow publishes it with provenance. By hand, without one:\n\n  npm publish build/release/${filename} --access public`,
)
