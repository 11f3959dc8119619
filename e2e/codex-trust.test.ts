// Codex runs a hook only once it is trusted. The real Codex is asked what it thinks of ours, and the doctor must
// think the same; trust is given as its own dialogue gives it.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codex } from './clients/codex.js'
import { FILES, WHY } from './native/long-texts.js'
import { RAW_TEST_LINE, UNTIL_SERVER } from './native/native.case.js'
import { runAgent } from './native/run-agent.js'

const HERE = import.meta.dirname
const CODEX = join(HERE, 'node_modules/.bin/codex')
const PRUNER = join(HERE, '../packages/mcp-pruner/dist/index.js')

interface HookState {
  readonly key: string
  readonly currentHash: string
  readonly trustStatus: string
}

/** Over the protocol that the client's own windows use. */
async function withCodex<Result>(
  home: string,
  work: (ask: (method: string, params: object) => Promise<unknown>) => Promise<Result>,
): Promise<Result> {
  const child = spawn(CODEX, ['app-server'], {
    cwd: home,
    env: envOf(home),
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const waiting = new Map<number, (result: unknown) => void>()
  createInterface(child.stdout).on('line', (line) => {
    const { id, result } = JSON.parse(line) as { id?: number; result?: unknown }
    if (id !== undefined) waiting.get(id)?.(result)
  })
  let last = 0
  const ask = (method: string, params: object) =>
    new Promise<unknown>((resolve) => {
      last += 1
      waiting.set(last, resolve)
      child.stdin.write(`${JSON.stringify({ id: last, method, params })}\n`)
    })
  try {
    await ask('initialize', { clientInfo: { name: 'e2e', title: 'e2e', version: '1' } })
    child.stdin.write(`${JSON.stringify({ method: 'initialized' })}\n`)
    return await work(ask)
  } finally {
    child.kill()
  }
}

const hookOf = (home: string): Promise<HookState | undefined> =>
  withCodex(home, async (ask) => {
    const { data } = (await ask('hooks/list', { cwds: [home] })) as {
      data: readonly { hooks: readonly HookState[] }[]
    }
    return data[0]?.hooks[0]
  })

const trust = (home: string, { key, currentHash }: HookState): Promise<unknown> =>
  withCodex(home, (ask) =>
    ask('config/batchWrite', {
      edits: [
        {
          keyPath: 'hooks.state',
          value: { [key]: { trusted_hash: currentHash } },
          mergeStrategy: 'upsert',
        },
      ],
    }),
  )

const envOf = (home: string) => ({
  PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
  HOME: home,
  CODEX_HOME: join(home, '.codex'),
})

function doctorOf(home: string): string {
  const { stdout } = spawnSync(process.execPath, [PRUNER, 'doctor'], {
    env: envOf(home),
    encoding: 'utf8',
  })
  return /^.*Codex hooks: .*$/m.exec(stdout)?.[0] ?? ''
}

let home: string
beforeAll(() => {
  home = mkdtempSync(join(HERE, 'node_modules/.home-'))
  mkdirSync(join(home, '.codex'))
  writeFileSync(join(home, '.codex/config.toml'), 'model = "gpt-5.1-codex"\n')
  spawnSync(process.execPath, [PRUNER, 'install', 'codex', '--native', '--yes'], {
    env: envOf(home),
  })
})
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }))

test('Codex and the doctor agree on whether the hook is trusted', async () => {
  const untrusted = await hookOf(home)
  expect(untrusted?.trustStatus).toBe('untrusted')
  expect(doctorOf(home)).toBe('bad   Codex hooks: not trusted yet: Codex does not run them')

  await trust(home, untrusted as HookState)
  expect((await hookOf(home))?.trustStatus).toBe('trusted')
  expect(doctorOf(home)).toBe('ok    Codex hooks: trusted')

  const file = join(home, '.codex/hooks.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace('"timeout": 5', '"timeout": 6'))
  expect((await hookOf(home))?.trustStatus).toBe('modified')
  expect(doctorOf(home)).toBe(
    'bad   Codex hooks: changed since they were trusted: Codex does not run them',
  )
})

test.each([
  ['not trusted', false],
  ['trusted', true],
])('a hook that is %s', async (_what, isTrusted) => {
  const { results } = await runAgent({
    program: {
      ...codex,
      args: (place) => codex.args(place).filter((arg) => !arg.includes('hook-trust')),
    },
    files: FILES,
    script: () => [
      { say: 'Wait.', ...codex.shell(UNTIL_SERVER, 'Wait') },
      { say: WHY, ...codex.shell('node tests.mjs', 'Run the tests') },
    ],
    spoil: async (place) => {
      if (isTrusted) await trust(place.home, (await hookOf(place.home)) as HookState)
    },
  })
  expect(results[1]).toContain('not ok 401 - reorder quantity is rounded up')
  expect(results[1]?.includes(RAW_TEST_LINE)).toBe(!isTrusted)
})
