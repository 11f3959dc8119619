// Nothing outside the root is read, and nothing inside it hangs the server.
import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RawServer } from './raw-server.js'

const SECRET = 'not for your eyes'
let outside: string
let root: string
let server: RawServer

beforeAll(async () => {
  outside = makeTree({ 'secret.txt': SECRET, 'dir/secret.txt': SECRET })
  root = makeTree({
    'plain.txt': 'plain\n',
    'sub/inner.txt': 'inner\n',
    'café.txt': 'composed\n',
    'binary.bin': Buffer.from([1, 2, 0, 3]),
    'latin1.txt': Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a]),
    'utf16.txt': Buffer.from('\uFEFFhi', 'utf16le'),
    'bom.txt': '\uFEFFwith bom\r\n',
    'odd.txt': 'a\fb\rc\u2028d\r\n\n',
  })
  symlinkSync(join(outside, 'secret.txt'), join(root, 'file-link'))
  symlinkSync(join(outside, 'dir'), join(root, 'dir-link'))
  symlinkSync('../../../../../../../../etc/passwd', join(root, 'relative-link'))
  symlinkSync('dangling-target', join(root, 'dangling'))
  symlinkSync('loop-b', join(root, 'loop-a'))
  symlinkSync('loop-a', join(root, 'loop-b'))
  symlinkSync('sub/inner.txt', join(root, 'good-link'))
  symlinkSync('/dev/zero', join(root, 'device-link'))
  execFileSync('mkfifo', [join(root, 'fifo')])
  server = new RawServer(root)
  await server.initialize()
})

afterAll(async () => {
  await server.end()
  removeTree(root)
  removeTree(outside)
})

describe('read', () => {
  test.each([
    ['file-link', 'invalid_path'],
    ['dir-link/secret.txt', 'invalid_path'],
    ['sub/../dir-link/secret.txt', 'invalid_path'],
    ['relative-link', 'invalid_path'],
    ['dangling', 'not_found'],
    ['loop-a', 'invalid_path'],
    ['device-link', 'invalid_path'],
    ['fifo', 'invalid_path'],
    ['sub', 'invalid_path'],
    ['.', 'invalid_path'],
    ['plain.txt/x', 'not_found'],
    ['PLAIN.TXT', 'not_found'],
    ['cafe\u0301.txt', 'not_found'],
    ['x'.repeat(300), 'invalid_path'],
    ['binary.bin', 'io_error'],
    ['latin1.txt', 'io_error'],
    ['utf16.txt', 'io_error'],
  ])('%s is a tool error: %s', async (file_path, code) => {
    const { result } = await server.call('read', { file_path })
    expect(result.isError).toBe(true)
    expect(result.structuredContent.error.code).toBe(code)
    expect(JSON.stringify(result)).not.toContain(SECRET)
    expect(result.content[0].text).toContain(code)
  })

  test.each([
    ['good-link', 'inner\n'],
    ['./sub/../plain.txt', 'plain\n'],
    ['café.txt', 'composed\n'],
    ['bom.txt', '\uFEFFwith bom\r\n'],
    ['odd.txt', 'a\fb\rc\u2028d\r\n\n'],
  ])('%j is read exactly', async (file_path, content) => {
    expect((await server.structured('read', { file_path })).content).toBe(content)
  })

  test('an absolute path inside the root is read', async () => {
    const file_path = join(root, 'plain.txt')
    expect((await server.structured('read', { file_path })).content).toBe('plain\n')
  })

  test('a root that is itself a symlink works, by both its names', async () => {
    const link = join(outside, 'root-link')
    symlinkSync(root, link)
    const own = new RawServer(link)
    for (const file_path of ['plain.txt', join(link, 'plain.txt'), join(root, 'plain.txt')]) {
      expect((await own.structured('read', { file_path })).content).toBe('plain\n')
    }
    await own.end()
    rmSync(link)
  })

  test('/proc files are read, though their size is zero', async () => {
    const own = new RawServer('/proc')
    const { content } = await own.structured('read', { file_path: 'self/comm' })
    expect(content).toMatch(/\n$/)
    await own.end()
  })

  test('a file that opens and then cannot be read is a tool error', async () => {
    const own = new RawServer('/proc')
    const { error } = await own.structured('read', { file_path: 'self/mem' })
    expect(error).toEqual({ code: 'io_error', message: 'cannot be read (EIO): self/mem' })
    await own.end()
  })

  test('a path of a million characters is not sent back whole', async () => {
    const { error } = await server.structured('read', { file_path: 'x'.repeat(1_000_000) })
    expect(error.code).toBe('invalid_path')
    expect(error.message).toMatch(/^path too long: x{1000}…$/)
  })

  test('a path that is swapped for a symlink while it is read never shows an outside file', async () => {
    const at = join(root, 'swapped')
    const good = join(root, 'swap-good')
    mkdirSync(good)
    writeFileSync(join(good, 'secret.txt'), 'harmless')
    symlinkSync('swap-good', at)
    const done = new AbortController()
    const swap = (async () => {
      for (let i = 0; !done.signal.aborted; i++) {
        const next = join(root, `swap-${i}`)
        symlinkSync(i % 2 === 0 ? join(outside, 'dir') : 'swap-good', next)
        renameSync(next, at)
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    const answers = []
    for (let i = 0; i < 40; i++) {
      answers.push(
        ...(await Promise.all(
          Array.from({ length: 10 }, () =>
            server.call('read', { file_path: 'swapped/secret.txt' }),
          ),
        )),
      )
    }
    done.abort()
    await swap
    expect(answers.filter((answer) => JSON.stringify(answer).includes(SECRET))).toEqual([])
    expect(answers.some(({ result }) => result.structuredContent.content === 'harmless')).toBe(true)
  })
})

describe('ranges and bounds of read', () => {
  const LINES = Array.from({ length: 5000 }, (_, i) => `line ${i + 1} é`)
  beforeAll(() => writeFileSync(join(root, 'lines.txt'), LINES.join('\n')))

  test.each([
    [{ start_line: 2, end_line: 3 }, 'line 2 é\nline 3 é\n'],
    [{ start_line: 4999 }, 'line 4999 é\nline 5000 é'],
    [{ end_line: 1 }, 'line 1 é\n'],
    [{ start_line: 5000, end_line: 9999 }, 'line 5000 é'],
    [{ start_line: 6000 }, ''],
  ])('%j', async (range, content) => {
    const answer = await server.structured('read', { file_path: 'lines.txt', ...range })
    expect(answer).toMatchObject({ content, truncated: false, bytes: Buffer.byteLength(content) })
  })

  test('an end before its start is refused', async () => {
    const { error } = await server.call('read', {
      file_path: 'lines.txt',
      start_line: 3,
      end_line: 2,
    })
    expect(error?.data.issues).toEqual([
      { path: 'arguments.end_line', code: 'custom', message: 'custom' },
    ])
  })

  test('max_output_bytes cuts at a character and says where to continue', async () => {
    for (const max_output_bytes of [1024, 1025, 1026, 1027]) {
      const { result } = await server.call('read', { file_path: 'lines.txt', max_output_bytes })
      const { content, truncated, bytes } = result.structuredContent
      expect(truncated).toBe(true)
      expect(bytes).toBe(Buffer.byteLength(content))
      expect(bytes).toBeGreaterThan(max_output_bytes - 3)
      expect(bytes).toBeLessThanOrEqual(max_output_bytes)
      expect(LINES.join('\n').startsWith(content)).toBe(true)
      const next = Number(/start_line=(\d+)/.exec(result.content[0].text)?.[1])
      expect(LINES[next - 1]?.startsWith(content.split('\n').at(-1))).toBe(true)
    }
  })

  test('a line longer than the bound is not sent for again from its start', async () => {
    writeFileSync(join(root, 'one-line.txt'), `first\n${'x'.repeat(2000)}`)
    const read = async (start_line: number) => {
      const args = { file_path: 'one-line.txt', max_output_bytes: 1024, start_line }
      return (await server.call('read', args)).result.content[0].text.split('\n').at(-1)
    }
    expect(await read(1)).toBe('[cut off at 1024 bytes; continue with start_line=2]')
    expect(await read(2)).toBe('[cut off at 1024 bytes; max_output_bytes raises the limit]')
  })
})

describe('folders to work in', () => {
  test.each([
    ['bash', { command: 'pwd', cwd: 'dir-link' }, 'invalid_cwd'],
    ['bash', { command: 'pwd', cwd: 'missing' }, 'invalid_cwd'],
    ['bash', { command: 'pwd', cwd: 'plain.txt' }, 'invalid_cwd'],
    ['bash', { command: 'pwd', cwd: 'fifo' }, 'invalid_cwd'],
    ['grep', { pattern: 'x', cwd: 'dir-link' }, 'invalid_path'],
    ['grep', { pattern: 'x', cwd: 'plain.txt' }, 'invalid_path'],
    ['grep', { pattern: 'eyes', path: 'dir-link' }, 'invalid_path'],
    ['grep', { pattern: 'eyes', path: 'file-link' }, 'invalid_path'],
    ['grep', { pattern: 'eyes', paths: ['sub', 'loop-a'] }, 'invalid_path'],
    ['grep', { pattern: 'x', path: 'fifo' }, 'invalid_path'],
  ])('%s with %j is a tool error', async (tool, args, code) => {
    const { result } = await server.call(tool, args)
    expect([result.isError, result.structuredContent.error.code]).toEqual([true, code])
    expect(JSON.stringify(result)).not.toContain(SECRET)
  })

  test('a command runs in the requested folder', async () => {
    const answer = await server.structured('bash', { command: 'pwd; echo "$PWD"', cwd: 'sub' })
    const folder = join(root, 'sub')
    expect([answer.cwd, answer.stdout]).toEqual([folder, `${folder}\n${folder}\n`])
  })

  test('a search of the root follows no symlink to the outside', async () => {
    const { matches } = await server.structured('grep', { pattern: 'eyes|inner|harmless' })
    const paths: string[] = matches.map(({ path }: { path: string }) => path)
    expect(paths).toEqual(['sub/inner.txt', 'swap-good/secret.txt'])
  })
})
