// `read`, `bash` and `grep` over HTTP: only by name, only with the token.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  failToServe,
  post,
  type RunningService,
  runService,
  sampleCode,
} from './running-service.js'

const TOKEN = 'a-token-of-many-characters'
const root = mkdtempSync(join(tmpdir(), 'service-tools-'))
writeFileSync(join(root, 'shapes.js'), sampleCode(60))
const env = { MCP_PRUNER_TOKEN: TOKEN, MCP_PRUNER_CWD: root, MCP_PRUNER_TOOLS: 'read,grep' }

let service: RunningService
beforeAll(async () => {
  service = await runService([], env)
})
afterAll(async () => {
  await service.stop()
  rmSync(root, { recursive: true, force: true })
})

const rpc = async (method: string, params: object, token = TOKEN) =>
  post(
    `${service.url}/rpc`,
    { jsonrpc: '2.0', id: 1, method, params },
    { authorization: `Bearer ${token}` },
  )
const call = async (name: string, args: object) =>
  (await rpc('tools/call', { name, arguments: args })).json

test('those named are listed and no others', async () => {
  const { tools } = (await rpc('tools/list', {})).json.result
  expect(tools.map(({ name }: { name: string }) => name)).toEqual([
    'prune_text',
    'recover_text',
    'health',
    'read',
    'grep',
  ])
  expect((await call('bash', { command: 'id' })).error.code).toBe(-32602)
})

test('a question prunes what is read, and what was cut is recovered', async () => {
  const { structuredContent } = (
    await call('read', {
      file_path: 'shapes.js',
      context_focus_question: 'how is a session token checked for expiry',
    })
  ).result
  expect(structuredContent.pruning).toMatchObject({ applied: true, engine: 'embedded' })
  expect(structuredContent.content).toContain('checkSessionExpiry')
  expect(structuredContent.content.length).toBeLessThan(sampleCode(60).length / 2)
  const { prune_id } = structuredContent.pruning
  const ranges = [{ start_line: 1, end_line: 1 }]
  const recovered = await call('recover_text', { prune_id, ranges, include_line_numbers: true })
  expect(JSON.parse(recovered.result.content[0].text).raw_text).toBe(
    '1│ import { clock } from "./clock.js"',
  )
})

test('the root holds, and so do the argument rules', async () => {
  expect((await call('read', { file_path: '../../etc/passwd' })).error.code).toBe(-32602)
  expect((await rpc('tools/call', { name: 'read', arguments: [] })).json.error.code).toBe(-32602)
  expect((await call('grep', { pattern: 'checkSession' })).result.structuredContent).toMatchObject({
    match_count: 1,
  })
})

test('without the token there is nothing', async () => {
  expect((await rpc('tools/call', { name: 'read', arguments: {} }, 'wrong')).status).toBe(401)
})

test('the command does not offer them without a token', async () => {
  const { code, stderr } = await failToServe([], { MCP_PRUNER_TOOLS: 'bash' })
  expect(code).toBe(2)
  expect(stderr).toContain('MCP_PRUNER_TOOLS offers bash over HTTP, and no token is set')
})
