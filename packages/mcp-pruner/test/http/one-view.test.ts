// The same read shows the same text at every entry point: rendering was done twice, and the two
// numbered the lines of 85 of this repository's 208 files differently.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENTRY, RawServer } from '../stdio/raw-server.js'
import { post, type RunningService, runService } from './running-service.js'

const TOKEN = 'a-token-of-many-characters'
const QUESTION = 'What happens when a worker overruns its time limit?'
const repository = fileURLToPath(new URL('../../../..', import.meta.url))
const FILES = [
  'packages/mcp-pruner/test/http/rpc.test.ts',
  'packages/mcp-pruner/test/stdio/contract-states.test.ts',
  'packages/mcp-pruner/test/stdio/processes.test.ts',
  'packages/mcp-pruner/test/gateway/answers.test.ts',
  'packages/mcp-pruner/src/http/service.ts',
  'packages/mcp-pruner/src/tools/bash.ts',
  'packages/mcp-pruner/src/gateway/wire/upstream/upstream.ts',
  'packages/core/pruner/src/prune.ts',
  'README.md',
]
const env = { MCP_PRUNER_CWD: repository, PRUNER_FALLBACK: 'embedded' }

let stdio: RawServer
let service: RunningService
beforeAll(async () => {
  stdio = new RawServer(repository, { PRUNER_FALLBACK: 'embedded' })
  await stdio.initialize()
  service = await runService([], { ...env, MCP_PRUNER_TOKEN: TOKEN, MCP_PRUNER_TOOLS: 'read' })
})
afterAll(async () => {
  await stdio.end()
  await service.stop()
})

const readOverHttp = async (url: string, file_path: string, question = QUESTION) =>
  (
    await post(
      `${url}/rpc`,
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'read', arguments: { file_path, context_focus_question: question } },
      },
      { authorization: `Bearer ${TOKEN}` },
    )
  ).json.result

/** The ids of two stores need not be the same. */
const withoutId = (text: string) => text.replaceAll(/prn_\w+/g, 'prn_')

test.each(FILES)('%s is shown alike over stdio and over HTTP', async (file) => {
  const args = { file_path: file, context_focus_question: QUESTION }
  const { result: overStdio } = await stdio.call('read', args)
  const overHttp = await readOverHttp(service.url, file)
  expect(overStdio.structuredContent.pruning.attempted).toBe(true)
  expect(withoutId(overHttp.content[0].text)).toBe(withoutId(overStdio.content[0].text))
  expect(overHttp.structuredContent.content).toBe(overStdio.structuredContent.content)
})

test('the service’s workers report that they prune without their weights', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'mcp-pruner-weights-'))
  try {
    const isWeights = (path: string) => path.endsWith('.bin')
    cpSync(dirname(ENTRY), copy, { recursive: true, filter: (path) => !isWeights(path) })
    const bare = await runService(
      [],
      { ...env, MCP_PRUNER_TOKEN: TOKEN, MCP_PRUNER_TOOLS: 'read' },
      join(copy, 'index.js'),
    )
    const result = await readOverHttp(bare.url, FILES[0] ?? '')
    expect(result.structuredContent.pruning.attempted).toBe(true)
    await expect
      .poll(() => bare.events.find(({ event }) => event === 'pruner.warning')?.data)
      .toEqual({ tool: 'read', warnings: ['scorer_unavailable'] })
    await bare.stop()
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
})
