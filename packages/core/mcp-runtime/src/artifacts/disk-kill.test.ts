// Processes killed in the middle of storing and evicting, up to 500 of them: what was acknowledged and is not the
// oldest is still there, and nothing that is there is torn.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundledProgram, sampled } from '@jeeves/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { diskStore } from './disk-store.js'

const KILLS = sampled(16, 500)
const AT_ONCE = 4
const MAX_BYTES = 300_000
const key = (id: string) => ({ domain: 'prune', id })
let folder = ''
let program = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ax-kill-'))
  program = await bundledProgram(new URL('../../test/disk-writer.ts', import.meta.url))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Kills it some time after its first put, and returns the last put that it acknowledged. */
async function startAndKill(child: ChildProcess, afterAcks: number): Promise<string | undefined> {
  let heard = ''
  const exited = once(child, 'exit')
  child.stdout?.on('data', (chunk: Buffer) => {
    heard += chunk.toString()
    if (heard.split('\n').length > afterAcks) child.kill('SIGKILL')
  })
  await exited
  return heard.split('\n').at(-2)
}

test(`${KILLS} kills inside put and eviction lose nothing that was acknowledged`, async () => {
  const store = diskStore({ folder, maxBytes: MAX_BYTES })
  const pinned = Array.from({ length: 10 }, (_, i) => `pinned${i}`)
  for (const id of pinned) await store.put(key(id), id.repeat(100))
  let killed = 0
  for (let round = 0; killed < KILLS; round++) {
    const lasts = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, i) => {
        const args = [program, folder, 'endless', `${MAX_BYTES}`, `r${round}c${i}`]
        const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
        return startAndKill(child, 1 + ((round * 7 + i * 13) % 17))
      }),
    )
    killed += lasts.length
    for (const id of lasts) {
      expect(id).toBeDefined()
      const text = await store.get(key(id ?? ''))
      expect(text?.length, `${id} after ${killed} kills`).toBe(`${id}:`.length + 3_000)
    }
    for (const id of pinned) {
      expect(await store.get(key(id)), `${id} after ${killed} kills`).toBe(id.repeat(100))
    }
  }
  const entries = join(folder, 'artifacts')
  await store.usage()
  const names = await readdir(entries)
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(entries, name))).size))
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_BYTES * 1.2)
}, 900_000)
