// The servers of compose.yaml, started as it starts them, on one Redis.
import { readFileSync } from 'node:fs'
import { RedisServer, skipWithoutRedis } from '@jeeves/testing'
import { expect, test } from 'vitest'
import { post, pruneArguments, runService, sampleCode } from './running-service.js'

const compose = readFileSync(new URL('../../../../deploy/compose.yaml', import.meta.url), 'utf8')
const nginx = readFileSync(new URL('../../../../deploy/nginx.conf', import.meta.url), 'utf8')
const TOKEN = 'a-token-of-many-characters'

test.skipIf(skipWithoutRedis)('any server of the team answers for any other', async () => {
  const [verb, ...args] = JSON.parse(/^ {4}command: (\["serve".*\])$/m.exec(compose)?.[1] ?? '[]')
  const host = /proxy_set_header Host (\S+);/.exec(nginx)?.[1] ?? ''
  const variables = [...compose.matchAll(/^ {6}(MCP_PRUNER_\w+):/gm)].map(([, name]) => name)
  expect(verb).toBe('serve')
  expect(variables).toEqual([
    'MCP_PRUNER_TOKEN',
    'MCP_PRUNER_ID_SECRET',
    'MCP_PRUNER_STORE',
    'MCP_PRUNER_PRUNE_ID_TTL_S',
    'MCP_PRUNER_DRAIN_MS',
    'MCP_PRUNER_TRUSTED_PROXIES',
  ])
  // The balancer, at the address that the servers trust.
  const trusted = /MCP_PRUNER_TRUSTED_PROXIES: (\S+)/.exec(compose)?.[1]
  expect(/balancer:[^]*ipv4_address: (\S+) /.exec(compose)?.[1]).toBe(trusted)

  const redis = await RedisServer.durable()
  const env = {
    MCP_PRUNER_TOKEN: TOKEN,
    MCP_PRUNER_ID_SECRET: 'the same on all servers',
    MCP_PRUNER_STORE: redis.url,
    MCP_PRUNER_PRUNE_ID_TTL_S: '60',
  }
  const servers = await Promise.all([runService(args, env), runService(args, env)])
  const headers = {
    host,
    authorization: `Bearer ${TOKEN}`,
    accept: 'application/json, text/event-stream',
  }
  const call = async (server: number, path: string, name: string, argument: object) => {
    const params = { name, arguments: argument }
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    const { json } = await post(`${servers[server]?.url}${path}`, body, headers)
    return JSON.parse(json.result.content[0].text)
  }
  for (const path of ['/rpc', '/mcp']) {
    const text = `// ${path}\n${sampleCode(40)}`
    const { prune_id, annotations } = await call(0, path, 'prune_text', pruneArguments(text))
    expect(annotations.length).toBeGreaterThan(0)
    const ranges = [{ start_line: 1, end_line: 1 }]
    const recovered = await call(1, path, 'recover_text', {
      prune_id,
      ranges,
      include_line_numbers: false,
    })
    expect(recovered.raw_text).toBe(`// ${path}`)
  }
  await Promise.all(servers.map((server) => server.stop()))
  await redis.remove()
})
