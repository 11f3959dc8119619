// What every artifact store guarantees, whatever its backend. Each store's test passes in how to open one.
import { afterEach, describe, expect, test } from 'vitest'
import { ArtifactRefError } from '../refs/artifact-ref.js'
import { retrieveArtifact, storeArtifact } from './artifacts.js'
import type { ArtifactStore } from './store.js'
import { ArtifactStoreError } from './store.js'

export interface StoreUnderTest {
  open(options: { maxBytes?: number; ttlMs?: number }): Promise<ArtifactStore>
  /** Advances the store's clock by `ms`. */
  pass(ms: number): Promise<void>
}

const key = (id: string) => ({ domain: 'prune', id })
/** Text that does not compress, so that byte bounds mean the same in every store. */
const noise = (length: number, seed: number) => {
  let state = seed * 2_654_435_761 + 1
  let text = ''
  while (text.length < length) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    text += String.fromCharCode(33 + (state >>> 24) * 0.36)
  }
  return text
}

export function storeSuite(name: string, under: StoreUnderTest): void {
  describe(`${name} store`, () => {
    const opened: ArtifactStore[] = []
    const open = async (options: { maxBytes?: number; ttlMs?: number } = {}) => {
      const store = await under.open(options)
      opened.push(store)
      return store
    }
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((store) => store.close()))
    })

    test.each([
      ['text', 'plain text\nwith lines\n'],
      ['the empty string', ''],
      ['NULs and control characters', 'a\0b\u0001\u007f\r\n'],
      ['characters of every width', 'é — 漢字 — 🧵 — \u{10ffff}'],
      ['lone surrogates', 'high \ud800 low \udc00 swapped \udc00\ud800 end\ud83d'],
      ['a byte order mark', '\ufeffbom'],
      ['a long compressible text', 'the same line again\n'.repeat(20_000)],
      ['a long text that does not compress', noise(50_000, 7)],
    ])('gives back %s exactly', async (_, text) => {
      const store = await open()
      await store.put(key('a'), text)
      expect(await store.get(key('a'))).toBe(text)
    })

    test('an unknown key is a miss, not an error', async () => {
      const store = await open()
      expect(await store.get(key('never'))).toBeUndefined()
      expect(await store.delete(key('never'))).toBe(false)
    })

    test('keys differ by domain, by id and by letter case', async () => {
      const store = await open()
      await store.put({ domain: 'one', id: 'abc' }, '1')
      await store.put({ domain: 'two', id: 'abc' }, '2')
      await store.put({ domain: 'one', id: 'ABC' }, '3')
      await store.put({ domain: 'one', id: 'ab.c' }, '4')
      expect(await store.get({ domain: 'one', id: 'abc' })).toBe('1')
      expect(await store.get({ domain: 'two', id: 'abc' })).toBe('2')
      expect(await store.get({ domain: 'one', id: 'ABC' })).toBe('3')
      expect(await store.get({ domain: 'one', id: 'ab.c' })).toBe('4')
    })

    test('the longest key there can be works', async () => {
      const store = await open()
      const longest = { domain: 'd'.repeat(64), id: 'I'.repeat(128) }
      await store.put(longest, 'kept')
      expect(await store.get(longest)).toBe('kept')
    })

    test('a key that could escape the store is refused', async () => {
      const store = await open()
      for (const bad of ['../x', 'a/b', '', '.hidden', 'a\0', 'a'.repeat(129), 'é']) {
        await expect(store.put(key(bad), 'x')).rejects.toBeInstanceOf(ArtifactRefError)
        await expect(store.get(key(bad))).rejects.toBeInstanceOf(ArtifactRefError)
        await expect(store.delete(key(bad))).rejects.toBeInstanceOf(ArtifactRefError)
        await expect(store.get({ domain: bad, id: 'x' })).rejects.toBeInstanceOf(ArtifactRefError)
      }
    })

    test('putting a key again replaces its value and is counted once', async () => {
      const store = await open()
      await store.put(key('a'), noise(1000, 1))
      await store.put(key('a'), noise(3000, 2))
      expect(await store.get(key('a'))).toBe(noise(3000, 2))
      await store.put(key('a'), noise(3000, 2))
      const usage = await store.usage()
      expect(usage.entries).toBe(1)
      expect(usage.bytes).toBeGreaterThan(2000)
      expect(usage.bytes).toBeLessThan(4000)
    })

    test('delete removes, and returns whether there was something', async () => {
      const store = await open()
      await store.put(key('a'), 'x')
      expect(await store.delete(key('a'))).toBe(true)
      expect(await store.delete(key('a'))).toBe(false)
      expect(await store.get(key('a'))).toBeUndefined()
      expect((await store.usage()).entries).toBe(0)
    })

    test('an expired entry is a miss', async () => {
      const store = await open({ ttlMs: 400 })
      await store.put(key('short'), 'x')
      await store.put(key('long'), 'y', { ttlMs: 60_000 })
      await store.put(key('forever'), 'z', { ttlMs: 0 })
      await under.pass(900)
      expect(await store.get(key('short'))).toBeUndefined()
      expect(await store.get(key('long'))).toBe('y')
      expect(await store.get(key('forever'))).toBe('z')
    })

    test('storing the same again renews its time to live', async () => {
      const store = await open({ ttlMs: 1_500_000 })
      await store.put(key('a'), 'same')
      await under.pass(900_000)
      await store.put(key('a'), 'same')
      await under.pass(900_000)
      expect(await store.get(key('a'))).toBe('same')
    })

    test('reading an entry renews its time to live', async () => {
      const store = await open({ ttlMs: 1_500_000 })
      await store.put(key('a'), 'read')
      await under.pass(900_000)
      expect(await store.get(key('a'))).toBe('read')
      await under.pass(900_000)
      expect(await store.get(key('a'))).toBe('read')
    })

    test('stays within its byte bound by evicting the least recently used', async () => {
      const store = await open({ maxBytes: 50_000 })
      for (let i = 0; i < 12; i++) {
        await store.put(key(`n${i}`), noise(9_000, i))
        await under.pass(20)
        // Reading keeps the first one young.
        expect(await store.get(key('n0'))).toBe(noise(9_000, 0))
        await under.pass(20)
        const usage = await store.usage()
        expect(usage.bytes).toBeLessThanOrEqual(50_000)
        expect(usage.maxBytes).toBe(50_000)
      }
      expect(await store.get(key('n11'))).toBe(noise(9_000, 11))
      expect(await store.get(key('n1'))).toBeUndefined()
      expect((await store.usage()).entries).toBeGreaterThanOrEqual(3)
    })

    test('entries that are stored only if there is room evict nothing', async () => {
      const store = await open({ maxBytes: 45_000 })
      const [text, other, aside] = [noise(20_000, 1), noise(20_000, 2), noise(20_000, 3)]
      await store.put(key('text'), text)
      await store.put(key('other'), other)
      await store.put(key('aside'), aside, { ifRoom: true })
      expect(await store.get(key('aside'))).toBeUndefined()
      expect([await store.get(key('text')), await store.get(key('other'))]).toEqual([text, other])
      await store.delete(key('other'))
      await store.put(key('aside'), aside, { ifRoom: true })
      expect(await store.get(key('aside'))).toBe(aside)
      expect(await store.get(key('text'))).toBe(text)
    })

    test('a value over the whole bound is refused and drops nothing', async () => {
      const store = await open({ maxBytes: 20_000 })
      await store.put(key('kept'), noise(5_000, 1))
      await expect(store.put(key('huge'), noise(60_000, 2))).rejects.toBeInstanceOf(
        ArtifactStoreError,
      )
      expect(await store.get(key('kept'))).toBe(noise(5_000, 1))
      expect(await store.get(key('huge'))).toBeUndefined()
    })

    test('many calls at once all land', async () => {
      const store = await open()
      const ids = Array.from({ length: 100 }, (_, i) => `c${i % 50}`)
      await Promise.all(ids.map((id) => store.put(key(id), `value of ${id}`)))
      const values = await Promise.all(ids.map((id) => store.get(key(id))))
      expect(values).toEqual(ids.map((id) => `value of ${id}`))
      expect((await store.usage()).entries).toBe(50)
    })

    test('artifacts are returned as the same value', async () => {
      const store = await open()
      const bugs = { bugs: [{ id: 'b1', line: 3 }], text: 'ünï', none: null }
      const ref = await storeArtifact(store, 'bugfix', 'scan-1', bugs)
      expect(ref).toBe('ax://bugfix/scan-1')
      expect(await retrieveArtifact(store, ref)).toEqual(bugs)
      const log = await storeArtifact(store, 'log', 'j1', 'j{"looks":"like json"}')
      expect(await retrieveArtifact(store, log)).toBe('j{"looks":"like json"}')
      expect(await retrieveArtifact(store, 'ax://bugfix/other')).toBeUndefined()
      expect((await store.usage()).entries).toBe(2)
    })

    test('closing twice is harmless', async () => {
      const store = await open()
      await store.close()
      await expect(store.close()).resolves.toBeUndefined()
    })
  })
}
