// `read`, `bash` and `grep` over HTTP: only by name, only with the token.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createLocalTools } from '../../src/http/tools/local-tools.js'
import { readSettings } from '../../src/settings/settings.js'
import {
  failToServe,
  post,
  type RunningService,
  runService,
  sampleCode,
  startHere,
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

test('a question prunes a read, and the cut lines are recovered', async () => {
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

test('the root is enforced, and so are the argument rules', async () => {
  expect((await call('read', { file_path: '../../etc/passwd' })).error.code).toBe(-32602)
  expect((await rpc('tools/call', { name: 'read', arguments: [] })).json.error.code).toBe(-32602)
  expect((await call('grep', { pattern: 'checkSession' })).result.structuredContent).toMatchObject({
    match_count: 1,
  })
})

/** In this process, with room for little. */
async function startSmall() {
  const small = mkdtempSync(join(tmpdir(), 'service-room-'))
  vi.stubEnv('HOME', small) // a login shell reads what stands there
  writeFileSync(join(small, 'long.txt'), `${'a line like others\n'.repeat(150_000)}the last\n`)
  writeFileSync(join(small, 'short.txt'), 'short\n')
  const settings = readSettings({ MCP_PRUNER_CWD: small, MCP_PRUNER_TOOLS: 'read,bash,grep' })
  const here = await startHere({
    limits: { heldBytes: 8_000_000 },
    localTools: (recovery) => createLocalTools(settings, recovery),
  })
  const ask = async (name: string, args: object) => {
    const params = { name, arguments: args }
    return post(`${here.url}/rpc`, { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  }
  const close = async () => {
    await here.close()
    vi.unstubAllEnvs()
    rmSync(small, { recursive: true, force: true })
  }
  return { ask, close }
}

test('their memory is inside the byte budget: refused before it is used, and released', async () => {
  const { ask, close } = await startSmall()
  try {
    for (const [name, args] of [
      ['read', { file_path: 'long.txt' }],
      ['bash', { command: 'yes a line like others' }],
      ['bash', { command: 'yes a line like others >&2' }],
      ['grep', { pattern: 'like', max_matches: 5000, path: 'wide.txt' }],
    ] as const) {
      if (name === 'grep') {
        await ask('bash', {
          command: `yes "$(printf 'like%.0s' {1..300})" | head -n 5000 >wide.txt`,
        })
      }
      const { status, json } = await ask(name, args)
      expect([name, status, json.error.data]).toEqual([
        name,
        503,
        {
          code: 'overloaded',
          reason: '8000000 bytes are being read, made or written already',
          retry_after_ms: 1000,
        },
      ])
      const { json: fine } = await ask('read', { file_path: 'short.txt' })
      expect(fine.result.structuredContent.content).toBe('short\n')
    }
  } finally {
    await close()
  }
})

test('without the token there is nothing', async () => {
  expect((await rpc('tools/call', { name: 'read', arguments: {} }, 'wrong')).status).toBe(401)
})

test('the command does not offer them without a token', async () => {
  const { code, stderr } = await failToServe([], { MCP_PRUNER_TOOLS: 'bash' })
  expect(code).toBe(2)
  expect(stderr).toContain('MCP_PRUNER_TOOLS offers bash over HTTP, and no token is set')
})
