// Makes the .mcpb bundle from the built command: node scripts/mcpb.mjs OUT.mcpb
import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const [out] = process.argv.slice(2)
if (out === undefined) {
  console.error('usage: node scripts/mcpb.mjs OUT.mcpb')
  process.exit(2)
}
const folder = await mkdtemp(join(tmpdir(), 'mcpb-'))
await cp(at('plugin/mcpb/manifest.json'), join(folder, 'manifest.json'))
await cp(at('packages/mcp-pruner/dist'), join(folder, 'server'), { recursive: true })
await writeFile(join(folder, 'server/package.json'), '{"type":"module"}\n')
const { status } = spawnSync(at('e2e/node_modules/.bin/mcpb'), ['pack', folder, resolve(out)], {
  stdio: ['ignore', 'inherit', 'inherit'],
})
await rm(folder, { recursive: true, force: true })
process.exitCode = status ?? 1
