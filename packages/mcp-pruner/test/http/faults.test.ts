// Stores that die, hang and fill up under load: no wrong answer, no crash, nothing acknowledged lost.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { RedisServer, skipWithoutRedis } from '@jeeves/testing'
import { afterEach, describe, expect, test } from 'vitest'
import {
  callTool,
  http,
  pruneArguments,
  type RunningService,
  runService,
  sampleCode,
} from './running-service.js'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function start(args: string[], env: Record<string, string>): Promise<RunningService> {
  const service = await runService(args, env)
  cleanups.push(() => service.stop())
  return service
}

async function startRedis(): Promise<RedisServer> {
  const redis = await RedisServer.durable()
  cleanups.push(() => redis.remove())
  return redis
}

function startFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'service-disk-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

interface Acknowledged {
  readonly n: number
  readonly prune_id: string
}

const firstLine = async (url: string, prune_id: string): Promise<string> =>
  (
    await callTool(url, 'recover_text', {
      prune_id,
      ranges: [{ start_line: 1, end_line: 1 }],
      include_line_numbers: false,
    })
  ).raw_text

/** Prunes texts, each its own, until `during` is over; whatever happens, each answer is a right one. */
async function underLoad(
  url: string,
  clients: number,
  during: (grows: (what: 'kept' | 'unkept') => Promise<void>) => Promise<unknown>,
) {
  const kept: Acknowledged[] = []
  let unkept = 0
  let n = 0
  const grows = async (what: 'kept' | 'unkept') => {
    const count = () => (what === 'kept' ? kept.length : unkept)
    const before = count()
    await expect.poll(count).toBeGreaterThan(before + clients)
  }
  const over = new AbortController()
  const load = Array.from({ length: clients }, async () => {
    while (!over.signal.aborted) {
      const mine = n++
      const text = `// ${mine}\n${sampleCode(8)}`
      const answer = await callTool(url, 'prune_text', pruneArguments(text))
      expect(answer.pruned_text).toContain(`// ${mine}\n`)
      expect([[], ['recovery_unavailable']]).toContainEqual(answer.warnings)
      if (answer.warnings.length === 0) kept.push({ n: mine, prune_id: answer.prune_id })
      else unkept += 1
    }
  })
  await during(grows).finally(() => over.abort())
  await Promise.all(load)
  return { kept, unkept }
}

async function expectAllBack(url: string, kept: readonly Acknowledged[]): Promise<void> {
  for (const { n, prune_id } of kept) expect(await firstLine(url, prune_id)).toBe(`// ${n}`)
}

const prune = (url: string, text: string) => callTool(url, 'prune_text', pruneArguments(text))
const warningsOf = async (url: string) => (await prune(url, `// ${Math.random()}`)).warnings

describe.skipIf(skipWithoutRedis)('Redis', () => {
  test('killed and restarted under load', async () => {
    const redis = await startRedis()
    const { url, events } = await start([], { MCP_PRUNER_STORE: redis.url })
    const { kept, unkept } = await underLoad(url, 4, async (grows) => {
      await grows('kept')
      await redis.stop()
      await grows('unkept')
      await redis.start()
      await grows('kept')
    })
    expect(kept.length).toBeGreaterThan(0)
    expect(unkept).toBeGreaterThan(0)
    await expectAllBack(url, kept)
    expect(events.filter(({ level }) => level === 'error')).toEqual([])
    expect((await http(`${url}/metrics`)).text).toMatch(/store_errors_total\{operation="put"\} \d/)
  })

  test('frozen: callers are not', async () => {
    const redis = await startRedis()
    const { url } = await start([], {
      MCP_PRUNER_STORE: redis.url,
      MCP_PRUNER_STORE_WAIT_MS: '500',
    })
    const { prune_id } = await prune(url, '// before\nx')
    redis.signal('SIGSTOP')
    for (let i = 0; i < 3; i++) expect(await warningsOf(url)).toEqual(['recovery_unavailable'])
    await expect(firstLine(url, prune_id)).rejects.toMatchObject({
      rpc: {
        code: -32603,
        message: 'recovery_unavailable',
        data: { code: 'recovery_unavailable', prune_id },
      },
    })
    redis.signal('SIGCONT')
    await expect.poll(() => warningsOf(url)).toEqual([])
    expect(await firstLine(url, prune_id)).toBe('// before')
  })

  test('absent from the start: the service starts, prunes, and connects when it appears', async () => {
    const redis = await startRedis()
    await redis.stop()
    const { url } = await start([], { MCP_PRUNER_STORE: redis.url })
    expect(await warningsOf(url)).toEqual(['recovery_unavailable'])
    await redis.start()
    await expect.poll(() => warningsOf(url)).toEqual([])
  })

  test('two servers on one store recover what the other pruned', async () => {
    const redis = await startRedis()
    const env = { MCP_PRUNER_STORE: redis.url }
    const one = await start(['--stateless'], env)
    const two = await start(['--stateless'], env)
    const text = sampleCode(60)
    const answers = await Promise.all(
      [one, two, one, two].map(({ url }, n) => prune(url, `// ${n}\n${text}`)),
    )
    for (const [n, { prune_id, annotations }] of answers.entries()) {
      const other = n % 2 === 0 ? two : one
      expect(await firstLine(other.url, prune_id)).toBe(`// ${n}`)
      expect(annotations.length).toBeGreaterThan(0)
    }
    expect(await one.stop()).toBe(0)
    const [first] = answers
    expect(await firstLine(two.url, first.prune_id)).toBe('// 0')
  })
})

test('an id lives as long as configured, in memory too', async () => {
  const { url } = await start([], { MCP_PRUNER_PRUNE_ID_TTL_S: '1' })
  const { prune_id } = await prune(url, '// short-lived')
  await sleep(1_200)
  await expect(firstLine(url, prune_id)).rejects.toThrow('prune_id_not_found')
})

describe('disk', () => {
  test('stored texts outlive the service', async () => {
    const env = { MCP_PRUNER_STORE: 'disk', MCP_PRUNER_CACHE_DIR: startFolder() }
    const first = await start([], env)
    const { prune_id } = await prune(first.url, '// kept')
    expect(await first.stop('SIGKILL')).toBeNull()
    const second = await start([], env)
    expect(await firstLine(second.url, prune_id)).toBe('// kept')
  })

  const canLimit = spawnSync('prlimit', ['--version']).status === 0
  test.skipIf(!canLimit)(
    'full under load: pruning goes on, and so does keeping once there is room',
    async () => {
      const env = { MCP_PRUNER_STORE: 'disk', MCP_PRUNER_CACHE_DIR: startFolder() }
      const { url, child } = await start([], env)
      const limitFiles = (size: string) =>
        expect(spawnSync('prlimit', ['--pid', `${child.pid}`, `--fsize=${size}`]).status).toBe(0)
      const { kept, unkept } = await underLoad(url, 4, async (grows) => {
        await grows('kept')
        limitFiles('0:unlimited')
        await grows('unkept')
        limitFiles('unlimited:unlimited')
        await grows('kept')
      })
      expect(kept.length).toBeGreaterThan(0)
      expect(unkept).toBeGreaterThan(0)
      await expectAllBack(url, kept)
    },
  )

  test('a folder that cannot be used is used again once it can', async () => {
    const folder = startFolder()
    const place = join(folder, 'cache')
    writeFileSync(place, 'a file where the folder should be')
    const { url } = await start([], { MCP_PRUNER_STORE: 'disk', MCP_PRUNER_CACHE_DIR: place })
    expect(await warningsOf(url)).toEqual(['recovery_unavailable'])
    rmSync(place)
    expect(await warningsOf(url)).toEqual([])
  })
})
