// What the disk store does when the disk, the folder or other processes misbehave.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { diskStore } from './disk-store.js'
import { ArtifactStoreError } from './store.js'

const run = promisify(execFile)
const writer = fileURLToPath(new URL('../../test/disk-writer.ts', import.meta.url))
const key = (id: string) => ({ domain: 'prune', id })
const text = (letter: string) => letter.repeat(900)
const folders: string[] = []
let folder = ''
let entries = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ax-faults-'))
  entries = join(folder, 'artifacts')
  folders.push(folder)
})
afterAll(() => Promise.all(folders.map((path) => rm(path, { recursive: true, force: true }))))

const onlyFile = async () => {
  const names = await readdir(entries)
  expect(names).toHaveLength(1)
  return join(entries, names[0] ?? '')
}

test('nothing touches the disk before something is stored', async () => {
  const missing = join(folder, 'not-yet')
  const store = diskStore({ folder: missing })
  expect(await store.get(key('a'))).toBeUndefined()
  expect(await store.delete(key('a'))).toBe(false)
  expect((await store.usage()).entries).toBe(0)
  await expect(stat(missing)).rejects.toThrow('ENOENT')
})

test('an entry survives the process that stored it', async () => {
  const first = diskStore({ folder })
  await first.put(key('a'), 'kept')
  await first.close()
  expect(await diskStore({ folder }).get(key('a'))).toBe('kept')
})

test.skipIf(process.platform === 'win32')('only the user can read it', async () => {
  await diskStore({ folder: join(folder, 'deep', 'down') }).put(key('a'), 'secret')
  const home = join(folder, 'deep', 'down', 'artifacts')
  const [name = ''] = await readdir(home)
  expect(((await stat(join(home, name))).mode & 0o777).toString(8)).toBe('600')
  for (const path of [home, join(folder, 'deep', 'down'), join(folder, 'deep')]) {
    expect(((await stat(path)).mode & 0o777).toString(8)).toBe('700')
  }
})

test('storing the same text again renews the file without writing it', async () => {
  const store = diskStore({ folder, ttlMs: 1_000_000 })
  await store.put(key('a'), 'same text '.repeat(500))
  const path = await onlyFile()
  const before = await stat(path)
  await utimes(path, new Date(), new Date(Date.now() + 5_000))
  await store.put(key('a'), 'same text '.repeat(500))
  const after = await stat(path)
  expect(after.ino).toBe(before.ino)
  expect(after.mtimeMs).toBeGreaterThan(Date.now() + 900_000)
})

test('a long text is kept compressed, a short one as it is', async () => {
  const store = diskStore({ folder })
  await store.put(key('a'), 'a short text')
  expect(await readFile(await onlyFile(), 'latin1')).toContain('a short text')
  await store.put(key('a'), 'a long text\n'.repeat(10_000))
  expect((await stat(await onlyFile())).size).toBeLessThan(2_000)
})

test.each([
  ['cut short', async (path: string) => truncate(path, (await stat(path)).size - 10)],
  ['emptied', async (path: string) => truncate(path, 0)],
  ['overwritten by something else', async (path: string) => writeFile(path, 'x'.repeat(4000))],
  [
    'changed in one byte',
    async (path: string) => {
      const bytes = await readFile(path)
      bytes.writeUInt8(bytes.readUInt8(bytes.length - 3) ^ 1, bytes.length - 3)
      await writeFile(path, bytes)
    },
  ],
  [
    'of a length that lies',
    async (path: string) => {
      const bytes = await readFile(path)
      bytes.writeUInt32BE(0xffff_ffff, 4 + 8 + 2 + 'prune/a'.length + 20 + 1 + 32)
      await writeFile(path, bytes)
    },
  ],
])('a file %s is a miss and is removed', async (_, damage) => {
  const future = new Date(Date.now() + 1_000_000)
  for (const value of [
    'line of a log\n'.repeat(300),
    '\ud800 lone '.repeat(100),
    'x'.repeat(900),
  ]) {
    const store = diskStore({ folder })
    await store.put(key('a'), value)
    await store.close()
    const path = await onlyFile()
    await damage(path)
    await utimes(path, future, future)
    const notices: unknown[] = []
    const next = diskStore({ folder, onNotice: (notice) => notices.push(notice) })
    expect(await next.get(key('a'))).toBeUndefined()
    expect(await readdir(entries)).toEqual([])
    await next.put(key('a'), value)
    expect(await next.get(key('a'))).toBe(value)
    // Its header may claim that the text is there: storing it again must not trust it.
    await damage(path)
    await utimes(path, future, future)
    await next.put(key('a'), value)
    expect(await next.get(key('a'))).toBe(value)
    expect(notices).toEqual([
      { event: 'store.damaged', key: { domain: 'prune', id: 'a' } },
      { event: 'store.damaged', key: { domain: 'prune', id: 'a' } },
    ])
    await next.delete(key('a'))
  }
})

test('an entry that another process deleted is a miss', async () => {
  const store = diskStore({ folder })
  await store.put(key('a'), 'x')
  await rm(await onlyFile())
  expect(await store.get(key('a'))).toBeUndefined()
  expect((await store.usage()).entries).toBe(0)
})

test('a folder deleted under a running store is created again', async () => {
  const store = diskStore({ folder })
  await store.put(key('a'), 'x')
  await store.close()
  await rm(entries, { recursive: true })
  expect(await store.get(key('a'))).toBeUndefined()
  await store.put(key('a'), 'y')
  expect(await store.get(key('a'))).toBe('y')
})

test('a folder that cannot be used is a store error that names it', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  const store = diskStore({ folder: join(file, 'below') })
  await expect(store.put(key('a'), 'x')).rejects.toThrow(ArtifactStoreError)
  await expect(store.put(key('a'), 'x')).rejects.toThrow(
    `Cannot write to the artifact folder ${join(file, 'below', 'artifacts')}: ENOTDIR`,
  )
  await expect(store.get(key('a'))).rejects.toThrow(ArtifactStoreError)
  await expect(store.usage()).rejects.toThrow(ArtifactStoreError)
  await store.close()
})

test.skipIf(process.platform === 'win32')(
  'a disk that takes no more is a store error',
  async () => {
    // A file size limit fails the write half-way, as a full disk does.
    const script = `ulimit -f 1; exec "$0" --import tsx "$1" "$2" put big`
    const { stdout } = await run('bash', ['-c', script, process.execPath, writer, folder])
    expect(JSON.parse(stdout)).toMatch(
      /^ArtifactStoreError: Cannot write to the artifact folder .*EFBIG/,
    )
    expect(await readdir(entries)).toEqual([])
  },
)

test('leftovers of writers that died are swept, those of living ones are not', async () => {
  const store = diskStore({ folder })
  await store.put(key('a'), 'x')
  await store.close()
  const entry = 'ab'.repeat(20)
  await writeFile(join(entries, `${entry}.${process.pid}.00.4.tmp`), 'half')
  await writeFile(join(entries, 'notes.txt'), 'not ours')
  expect((await diskStore({ folder }).usage()).entries).toBe(1)
  expect(await readdir(entries)).toHaveLength(3)
  const later = Date.now() + 3_600_000
  expect((await diskStore({ folder, now: () => later }).usage()).entries).toBe(1)
  expect((await readdir(entries)).filter((name) => name.endsWith('.tmp'))).toEqual([])
})

test('an entry renewed by another process is not evicted as old', async () => {
  let now = Date.now()
  const [mine, other] = [0, 1].map(() => diskStore({ folder, maxBytes: 4_000, now: () => now }))
  await mine?.put(key('a'), text('a'))
  now += 10
  await mine?.put(key('b'), text('b'))
  now += 10
  expect(await other?.get(key('a'))).toBe(text('a'))
  now += 10
  // Large enough to evict one of the two at once, before the folder is read again.
  await mine?.put(key('c'), randomBytes(2_300).toString('base64'))
  await mine?.usage()
  expect(await mine?.get(key('b'))).toBeUndefined()
  expect(await mine?.get(key('a'))).toBe(text('a'))
})

test.skipIf(process.platform === 'win32')(
  'odd files in the folder are left alone, told once, and do not end the bound',
  async () => {
    await diskStore({ folder }).put(key('a'), 'x')
    const odd = (digit: string) => join(entries, digit.repeat(40))
    await mkdir(odd('1'))
    await symlink(odd('2'), odd('2'))
    await run('mkfifo', [odd('3')])
    await symlink('/etc/passwd', odd('4'))
    const notices: unknown[] = []
    const store = diskStore({ folder, maxBytes: 8_000, onNotice: (notice) => notices.push(notice) })
    for (let i = 0; i < 30; i++) await store.put(key(`n${i}`), randomBytes(400).toString('hex'))
    expect((await store.usage()).bytes).toBeLessThanOrEqual(8_000)
    const names = ['1', '2', '3', '4'].map((digit) => digit.repeat(40))
    expect(notices).toHaveLength(4)
    for (const name of names) {
      expect(notices).toContainEqual({
        event: 'store.skipped',
        name,
        reason: 'not a regular file',
      })
      expect(await readdir(entries)).toContain(name)
    }
  },
)

test.skipIf(process.platform === 'win32')(
  'a FIFO or a link in the place of an entry is a miss, not a wait',
  async () => {
    const store = diskStore({ folder })
    await store.put(key('a'), 'x')
    const path = await onlyFile()
    await rm(path)
    await run('mkfifo', [path])
    expect(await store.get(key('a'))).toBeUndefined()
    await store.put(key('a'), 'x')
    expect(await store.get(key('a'))).toBe('x')
    await rm(path)
    await symlink('/etc/passwd', path)
    expect(await store.get(key('a'))).toBeUndefined()
  },
)

test.skipIf(process.platform === 'win32')(
  'a folder that others can write to is refused with a hint',
  async () => {
    const store = diskStore({ folder })
    await store.put(key('a'), 'x')
    for (const [path, mode] of [
      [entries, 0o777],
      [entries, 0o770],
      [folder, 0o777],
    ] as const) {
      await chmod(path, mode)
      const next = diskStore({ folder })
      const refusal = `The artifact folder ${path} can be written by other users (mode ${mode.toString(8)}); hint: chmod 700 ${path}`
      await expect(next.put(key('b'), 'x')).rejects.toThrow(refusal)
      await expect(next.get(key('a'))).rejects.toThrow(refusal)
      await chmod(path, 0o700)
      expect(await next.get(key('a'))).toBe('x')
    }
    // As /tmp is: others may create there, but not remove.
    await chmod(folder, 0o1777)
    expect(await diskStore({ folder }).get(key('a'))).toBe('x')
  },
)

test.skipIf(process.platform !== 'linux')(
  'a place that can hold no folder is a store error, not a call without end',
  async () => {
    const store = diskStore({ folder: '/proc/.cache/mcp-pruner' })
    await expect(store.put(key('a'), 'x')).rejects.toThrow(
      /^Cannot write to the artifact folder \/proc\/\.cache\/mcp-pruner\/artifacts: ENOENT/,
    )
  },
)
