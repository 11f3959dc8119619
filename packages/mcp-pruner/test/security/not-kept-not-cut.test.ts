// What cannot be kept is not cut, and no id is shown that leads nowhere, at every entry point.
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callTool, post, pruneArguments, runService, sampleCode } from '../http/running-service.js'
import { ENTRY, longSource, PATIENT } from '../stdio/raw-server.js'

const QUESTION = 'How long is the delay between retries?'
const EMBEDDED = { PRUNER_URL: 'http://127.0.0.1:9/prune', PRUNER_FALLBACK: 'embedded' }
const isRoot = process.platform === 'linux' && process.getuid?.() === 0

let root: string
beforeAll(() => {
  root = makeTree({ 'long.ts': longSource() })
})
afterAll(() => removeTree(root))

describe.skipIf(process.platform !== 'linux')('prune at a prompt', () => {
  const prune = (env: Record<string, string>) => {
    const { stdout, status } = spawnSync(
      process.execPath,
      [ENTRY, 'prune', QUESTION, join(root, 'long.ts')],
      {
        encoding: 'utf8',
        env: { PATH: process.env.PATH, HOME: root, ...EMBEDDED, ...PATIENT, ...env },
      },
    )
    return { stdout, status }
  }
  const WHOLE = `${longSource()}[not pruned: what would be cut could not be kept for recovery]\n`

  test('cuts, and explains how to recover, if the store works', () => {
    const cache = makeTree()
    const { stdout } = prune({ MCP_PRUNER_CACHE_DIR: cache })
    const id = /mcp-pruner recover (prn_\w+)/.exec(stdout)?.[1] ?? ''
    expect(stdout.length).toBeLessThan(longSource().length / 2)
    const env = { PATH: process.env.PATH, HOME: root, MCP_PRUNER_CACHE_DIR: cache }
    expect(execFileSync(process.execPath, [ENTRY, 'recover', id], { env, encoding: 'utf8' })).toBe(
      longSource(),
    )
    removeTree(cache)
  })

  test('with a store where no folder can be created', () => {
    expect(prune({ MCP_PRUNER_CACHE_DIR: '/proc/nope' }).stdout).toBe(WHOLE)
  })

  test('with a store that others can write to', () => {
    const cache = makeTree()
    mkdirSync(join(cache, 'artifacts'))
    chmodSync(join(cache, 'artifacts'), 0o777)
    expect(prune({ MCP_PRUNER_CACHE_DIR: cache }).stdout).toBe(WHOLE)
    removeTree(cache)
  })

  test('with a store that ends with the command', () => {
    expect(prune({ MCP_PRUNER_STORE: 'memory' }).stdout).toBe(WHOLE)
  })

  test.skipIf(!isRoot)('with a disk that is full', () => {
    const disk = makeTree()
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=64k,mode=700', 'none', disk])
    try {
      spawnSync('/bin/dd', ['if=/dev/zero', `of=${disk}/fill`, 'bs=1k'], { stdio: 'ignore' })
      expect(prune({ MCP_PRUNER_CACHE_DIR: disk }).stdout).toBe(WHOLE)
    } finally {
      execFileSync('/bin/umount', [disk])
      removeTree(disk)
    }
  })
})

describe.each([
  ['a store in a place that holds no folder', 'disk', '/proc/nope'],
  ['a Redis that is down', 'redis://127.0.0.1:1', ''],
])('the service with %s', (_, MCP_PRUNER_STORE, MCP_PRUNER_CACHE_DIR) => {
  const code = sampleCode(60)
  test('/prune returns the text uncut with the reason; so does prune_text, and shows no id', async () => {
    const service = await runService([], { MCP_PRUNER_STORE, MCP_PRUNER_CACHE_DIR })
    try {
      const { json: answer } = await post(`${service.url}/prune`, {
        code,
        query: 'When does a session expire?',
      })
      expect(answer).toMatchObject({
        pruned_code: code,
        error_msg: 'not pruned: recovery_unavailable',
      })
      expect(answer).not.toHaveProperty('prune_id')
      const pruned = await callTool(service.url, 'prune_text', pruneArguments(code))
      expect(pruned.prune_id).toBe('none')
      expect(pruned.warnings).toContain('recovery_unavailable')
      expect(pruned.pruned_text).toBe(code)
      expect(pruned.stats.used_fallback).toBe(true)
      expect(JSON.stringify(pruned)).not.toMatch(/prn_/)
    } finally {
      await service.stop()
    }
  })
})

describe('the service with a Redis that accepts connections and does not answer in time', () => {
  const code = sampleCode(60)
  const open = new Set<Socket>()
  const silent = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {})
  })
  afterAll(() => {
    for (const socket of open) socket.destroy()
    silent.close()
  })

  test('many calls of /rpc and /prune at once: none is cut, none shows an id', async () => {
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const service = await runService([], {
      MCP_PRUNER_STORE: `redis://127.0.0.1:${port}`,
      MCP_PRUNER_STORE_WAIT_MS: '200',
    })
    try {
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          Promise.all([
            callTool(service.url, 'prune_text', pruneArguments(`// ${i}\n${code}`)),
            post(`${service.url}/prune`, {
              code: `// ${i}\n${code}`,
              query: 'When does it expire?',
            }),
          ]),
        ),
      )
      for (const [i, [pruned, { json }]] of answers.entries()) {
        expect(pruned).toMatchObject({ prune_id: 'none', pruned_text: `// ${i}\n${code}` })
        expect(json).toMatchObject({ pruned_code: `// ${i}\n${code}` })
        expect(JSON.stringify([pruned, json])).not.toMatch(/prn_/)
      }
    } finally {
      await service.stop()
    }
  })
})
