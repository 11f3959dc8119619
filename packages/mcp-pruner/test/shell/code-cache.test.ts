// The compiled code that `prune` and servers keep for the next run. It may be missing, damaged, old or somebody else's: the answer
// is the same.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterAll, expect, test } from 'vitest'
import { RawServer } from '../stdio/raw-server.js'

const ENTRY = fileURLToPath(new URL('../../dist/index.js', import.meta.url))
const SOURCE = Array.from({ length: 60 }, (_, i) =>
  i === 40
    ? 'export const retryDelayMs = 250\n'
    : `export function part${i}() {\n  return 'value ${i}'\n}\n`,
).join('')
const RUN = Array.from({ length: 60 }, (_, i) => [
  `test at part${i}.js:${i}:1`,
  `  TypeError: ${'abcdefghij'[i % 10]}${'klmnop'[Math.floor(i / 10)]}Part is not a function`,
  `      at run (/srv/part${i}.js:${i}:7)`,
]).flat()
const COUNTS = ['ℹ tests 80', 'ℹ pass 20', 'ℹ fail 60']
const home = makeTree({
  'long.ts': SOURCE,
  'run.txt': [...RUN, ...COUNTS, ...RUN].join('\n'),
})
const CACHE = join(home, '.cache', 'mcp-pruner')
const COMPILED = join(CACHE, 'compiled')
afterAll(() => removeTree(home))

function prune(question = 'what is the retry delay?', file = 'long.ts') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [ENTRY, 'prune', question, file], {
    cwd: home,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: home, MCP_PRUNER_STORE_WAIT_MS: '60000' },
  })
  return { status, stdout, stderr }
}

const first = prune()
const fileOf = (name: string) => join(COMPILED, `${name}-${process.version}-${process.arch}.code`)
const [engine, own] = [fileOf('engine'), fileOf('prune')]

/** Any time before the last minute: then it is written again. */
const age = (file: string) => utimesSync(file, new Date(), new Date(Date.now() - 600_000))

test('the first run keeps what it compiled, for this user alone', () => {
  expect(first).toMatchObject({ status: 0, stderr: '' })
  expect(first.stdout).toContain('export const retryDelayMs = 250\n')
  expect(
    readdirSync(COMPILED)
      .sort()
      .map((name) => join(COMPILED, name)),
  ).toEqual([engine, own])
  for (const file of [engine, own]) expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('the next run uses it and leaves it as it is', () => {
  const before = statSync(engine)
  expect(prune()).toEqual(first)
  expect(statSync(engine)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs })
})

test('it is written again after a while, with what later runs compiled', () => {
  age(engine)
  const before = statSync(engine)
  expect(prune()).toEqual(first)
  expect(statSync(engine).mtimeMs).toBeGreaterThan(before.mtimeMs)
})

const flipped = (bytes: Buffer, at: number): Buffer => {
  const damaged = Buffer.from(bytes)
  damaged[at] = (damaged[at] ?? 0) ^ 0xff
  return damaged
}
test.each<[string, (good: Buffer) => Buffer]>([
  ['empty', () => Buffer.alloc(0)],
  ['of another build', (good) => flipped(good, 3)],
  ['cut short', (good) => good.subarray(0, good.length >> 1)],
  ['damaged in its middle', (good) => flipped(good, good.length >> 1)],
  ['not of V8', (good) => Buffer.concat([good.subarray(0, 24), Buffer.alloc(5000, 'x')])],
])('one that is %s is replaced', (_, damage) => {
  const good = readFileSync(engine)
  writeFileSync(engine, damage(good))
  expect(prune()).toEqual(first)
  const replaced = readFileSync(engine)
  expect(replaced.subarray(0, 16)).toEqual(good.subarray(0, 16))
  expect(replaced.length).toBeGreaterThan(good.length / 2)
})

test('one that others may write to, or a link, is not run', () => {
  chmodSync(engine, 0o666)
  expect(prune()).toEqual(first)
  expect(statSync(engine).mode & 0o777).toBe(0o600)
  const elsewhere = join(home, 'elsewhere.code')
  writeFileSync(elsewhere, readFileSync(engine))
  rmSync(engine)
  symlinkSync(elsewhere, engine)
  const before = readFileSync(elsewhere)
  expect(prune()).toEqual(first)
  expect(readFileSync(elsewhere)).toEqual(before)
  rmSync(engine)
})

test('a place that cannot be used costs nothing but time', () => {
  rmSync(COMPILED, { recursive: true })
  writeFileSync(COMPILED, 'a file')
  expect(prune()).toEqual(first)
  rmSync(COMPILED)
  mkdirSync(COMPILED)
  mkdirSync(engine)
  expect(prune()).toEqual(first)
})

test('a server keeps it too, and answers the same without, with it and with a damaged one', async () => {
  rmSync(COMPILED, { recursive: true })
  const ask = async (isFirst: boolean) => {
    const server = new RawServer(home, { HOME: home, PRUNER_FALLBACK: 'embedded' })
    const { result } = await server.call('read', {
      file_path: 'long.ts',
      context_focus_question: 'what is the retry delay?',
    })
    if (isFirst) while (!existsSync(engine)) await wait(20)
    server.child.kill()
    await server.exited
    return result.structuredContent.content
  }
  const answer = await ask(true)
  expect(answer).toContain('export const retryDelayMs = 250\n')
  expect(statSync(engine).mode & 0o777).toBe(0o600)
  expect(await ask(false)).toBe(answer)
  writeFileSync(engine, flipped(readFileSync(engine), 5000))
  expect(await ask(false)).toBe(answer)
})

// Read byte by byte, a pattern with such a character matched nothing.
test('patterns with characters outside ASCII match', () => {
  const { stdout } = prune('How many tests passed and how many failed?', 'run.txt')
  const shown = stdout.split('\n')
  expect(shown).toEqual(expect.arrayContaining(COUNTS))
  expect(shown.filter((line) => line.includes('TypeError')).length).toBeLessThan(10)
})
