// Several callers of one service: nobody can recover, or even find out, what another had pruned.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pruneIdOf } from '@jeeves/mcp-runtime'
import { initializeRequest, makeTree, removeTree } from '@jeeves/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { failToServe, post, pruneArguments, runService, sampleCode } from './running-service.js'

const folder = makeTree()
afterAll(() => removeTree(folder))
const tokensFile = (text: string) => {
  writeFileSync(join(folder, 'tokens'), text)
  return { MCP_PRUNER_TOKENS_FILE: join(folder, 'tokens') }
}
const ANN = 'ann-token-0123456789'
const BOB = 'bob-token-0123456789'

async function call(url: string, path: string, token: string, name: string, args: object) {
  const headers = {
    authorization: `Bearer ${token}`,
    accept: 'application/json, text/event-stream',
  }
  const params = { name, arguments: args }
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
  const { status, json, text } = await post(`${url}${path}`, body, headers)
  return { status, json, text }
}

describe.each(['/rpc', '/mcp'])('over %s', (path) => {
  test('callers recover their own texts and no others', async () => {
    const env = tokensFile(`# the team\nann ${ANN}\n\nbob\t${BOB}\n`)
    const service = await runService(['--stateless'], env)
    const text = sampleCode(40)
    const prune = async (token: string) => {
      const { json } = await call(service.url, path, token, 'prune_text', pruneArguments(text))
      return JSON.parse(json.result.content[0].text).prune_id as string
    }
    const recover = (token: string, prune_id: string) =>
      call(service.url, path, token, 'recover_text', {
        prune_id,
        ranges: [{ start_line: 1, end_line: 1 }],
        include_line_numbers: false,
      })
    const [ann, bob] = [await prune(ANN), await prune(BOB)]
    expect(ann).toMatch(/^prn_[0-9A-Z]{26}$/)
    expect(ann).not.toBe(bob)
    expect(await prune(ANN)).toBe(ann)
    const own = await recover(ANN, ann)
    expect(own.text).toContain('clock.js')
    for (const id of [ann, pruneIdOf(text)]) {
      const { json } = await recover(BOB, id)
      expect(JSON.stringify(json)).toContain('prune_id_not_found')
    }
    for (const token of ['', 'neither-0123456789', `${ANN}x`]) {
      expect((await recover(token, ann)).status).toBe(401)
    }
    await service.stop()
  })
})

test('a session of /mcp is its caller’s: nobody else can use it or end it', async () => {
  const service = await runService([], tokensFile(`ann ${ANN}\nbob ${BOB}\n`))
  const headersOf = (token: string, more: object = {}) => ({
    authorization: `Bearer ${token}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...more,
  })
  const opened = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: headersOf(ANN),
    body: JSON.stringify(initializeRequest('ann', '2025-11-25')),
  })
  await opened.text()
  const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' }
  const end = async (token: string) => {
    const headers = headersOf(token, session)
    return (await fetch(`${service.url}/mcp`, { method: 'DELETE', headers })).status
  }
  const ping = async (token: string) => {
    const body = { jsonrpc: '2.0', id: 2, method: 'ping' }
    return (await post(`${service.url}/mcp`, body, headersOf(token, session))).status
  }
  expect([await end(BOB), await ping(BOB), await ping(ANN), await end(ANN)]).toEqual([
    404, 404, 200, 200,
  ])
  await service.stop()
})

test('someone who guesses a text cannot compute its id, even without tokens', async () => {
  const service = await runService(['--stateless'])
  const text = sampleCode(40)
  const { json } = await call(service.url, '/rpc', '', 'prune_text', pruneArguments(text))
  expect(JSON.parse(json.result.content[0].text).prune_id).not.toBe(pruneIdOf(text))
  await service.stop()
})

test.each([
  ['ann short\n', 'line 1: use at least 16 characters and no spaces'],
  [`ann ${ANN}\nann ${BOB}\n`, 'line 2: ann is there twice'],
  [`ann ${ANN}\nbob ${ANN}\n`, 'line 2: another caller has that token'],
  [`${ANN}\n`, 'line 1: write a name, a space and a token'],
  [`an/n ${ANN}\n`, 'line 1: a name has letters, digits and . _ @ -'],
  ['# nobody\n', 'it names no caller'],
])('a file that cannot be used ends the start: %#', async (text, problem) => {
  const { code, stderr } = await failToServe(['--port', '0'], tokensFile(text))
  expect(code).toBe(2)
  expect(stderr).toContain(`cannot be used: ${problem}\nhint: write one caller per line`)
  expect(stderr).not.toContain(ANN)
})
