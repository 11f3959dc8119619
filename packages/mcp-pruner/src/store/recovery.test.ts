import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ArtifactStore, memoryStore } from '@jeeves/mcp-runtime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readStore } from '../settings/settings.js'
import { openIdSecret } from './id-secret.js'
import { keepCuts } from './kept-cuts.js'
import { createRecovery } from './recovery.js'

const ignore = () => undefined
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recovery-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A store on a file system that blocks: nothing returns until `release`. */
function blockedStore() {
  const waiting: (() => void)[] = []
  let puts = 0
  const store: ArtifactStore = {
    ...memoryStore(),
    put: () => {
      puts += 1
      return new Promise((resolve) => waiting.push(resolve))
    },
    get: () => new Promise(() => undefined),
  }
  const release = () => {
    for (const resolve of waiting.splice(0)) resolve()
  }
  return { store, release, puts: () => puts }
}

test('a store that does not answer costs the id, not the answer, and is not retried endlessly', async () => {
  const { store, release, puts } = blockedStore()
  const events: unknown[] = []
  const emit = (_: unknown, event: string, fields?: { data?: object }) =>
    events.push([event, fields?.data])
  const recovery = createRecovery(async () => store, emit, { keepMs: 20, recallMs: 20 })
  for (let i = 0; i < 5; i++) expect(await recovery.keep(`text ${i}`)).toBeUndefined()
  expect(puts()).toBe(2)
  expect(events).toEqual([
    ['store.unavailable', { message: 'the store did not answer within 20 ms' }],
    ['store.unavailable', { message: 'the store did not answer within 20 ms' }],
    ['store.unavailable', { message: 'the store does not answer' }],
    ['store.unavailable', { message: 'the store does not answer' }],
    ['store.unavailable', { message: 'the store does not answer' }],
  ])
  await expect(recovery.recall('prn_A')).rejects.toThrow('the store did not answer within 20 ms')
  release()
  await new Promise(setImmediate)
  const kept = recovery.keep('again')
  await new Promise(setImmediate)
  release()
  expect(await kept).toMatch(/^prn_/)
})

// Cuts are looked up while an answer waits; a reader's lookup may take its time, this one may not.
test('a store that stops answering after storing the text does not delay the answer', async () => {
  const { store } = blockedStore()
  const recovery = createRecovery(async () => ({ ...store, put: async () => undefined }), ignore, {
    keepMs: 20,
    recallMs: 2 ** 30,
  })
  const id = (await recovery.keep('text')) ?? ''
  await keepCuts(recovery, id, new Map([[3, 1]]))
  expect(id).toMatch(/^prn_/)
})

// The first answer of a command on a busy machine was shown raw, because opening the store took its whole time.
test('opening the store may take longer than storing a text', async () => {
  const opens = () => new Promise<ArtifactStore>((open) => setTimeout(open, 50, memoryStore()))
  const recovery = createRecovery(opens, ignore, { keepMs: 20 })
  expect(await recovery.keep('text')).toMatch(/^prn_/)
})

test('a store that does not open in time costs the id', async () => {
  const events: unknown[] = []
  const emit = (_: unknown, event: string, fields?: { data?: object }) =>
    events.push([event, fields?.data])
  const recovery = createRecovery(() => new Promise(() => undefined), emit, { keepMs: 5 })
  expect(await recovery.keep('text')).toBeUndefined()
  expect(events).toEqual([
    ['store.unavailable', { message: 'the store did not open within 20 ms' }],
  ])
})

test('a store that cannot be opened costs the id', async () => {
  const recovery = createRecovery(() => Promise.reject(new Error('no such thing')), ignore)
  expect(await recovery.keep('text')).toBeUndefined()
  await recovery.close()
})

test('callers recall only their own texts', async () => {
  const store = memoryStore()
  const recovery = createRecovery(async () => store, ignore, { secret: 'of the team' })
  const [ann, bob] = [recovery.forCaller('ann'), recovery.forCaller('bob')]
  const id = (await ann.keep('PIN 1234')) ?? ''
  expect(id).toMatch(/^prn_[0-9A-Z]{26}$/)
  expect(await ann.recall(id)).toBe('PIN 1234')
  expect(await bob.recall(id)).toBeUndefined()
  expect(await recovery.recall(id)).toBeUndefined()
  // Storing the same text does not reveal that another caller has stored it.
  expect(await bob.keep('PIN 1234')).not.toBe(id)
  const other = createRecovery(async () => store, ignore, { secret: 'of the team' })
  expect(await other.forCaller('ann').recall(id)).toBe('PIN 1234')
  expect(await other.forCaller('ann').keep('PIN 1234')).toBe(id)
})

test('the secret is generated once for a single server, and only the user can read it', async () => {
  const home = join(folder, 'cache')
  const settings = readStore({ MCP_PRUNER_STORE: 'disk', MCP_PRUNER_CACHE_DIR: home })
  const first = await openIdSecret(settings, ignore)
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(await openIdSecret(settings, ignore)).toBe(first)
  expect(await readFile(join(home, 'id-secret'), 'utf8')).toBe(first)
  expect(((await stat(join(home, 'id-secret'))).mode & 0o777).toString(8)).toBe('600')
  const given = readStore({ MCP_PRUNER_STORE: 'disk', MCP_PRUNER_ID_SECRET: 'x'.repeat(16) })
  expect(await openIdSecret(given, ignore)).toBe('x'.repeat(16))
})

test('a secret that cannot be stored lives as long as the process, with a warning', async () => {
  await writeFile(join(folder, 'id-secret'), 'not a secret')
  const events: unknown[] = []
  const settings = readStore({ MCP_PRUNER_STORE: 'disk', MCP_PRUNER_CACHE_DIR: folder })
  const secret = await openIdSecret(settings, (_, event) => events.push(event))
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect(events).toEqual(['store.id_secret_not_kept'])
  expect(await openIdSecret(readStore({ MCP_PRUNER_STORE: 'memory' }), ignore)).not.toBe(secret)
})

test.each([
  [{ MCP_PRUNER_ID_SECRET: 'short' }, 'MCP_PRUNER_ID_SECRET="…" is not valid: use at least 16'],
  [{ MCP_PRUNER_STORE: 'redis//u:hunter2@h' }, 'MCP_PRUNER_STORE="…@h" is not valid: use memory'],
])('settings that cannot be used are told without what is secret', (env, message) => {
  expect(() => readStore(env)).toThrow(message)
  expect(() => readStore(env)).not.toThrow(/hunter2|short/)
})
