// What a wrapped command can reach: its own output through the folder, and nothing else of the user's.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { FifoChannel } from './fifo-channel.js'

let folder: FifoChannel
let asked: { token: string; text: string }[]
let onShow: (text: string) => string | undefined = (text) => text.toUpperCase()
const opened: number[] = []

async function open(): Promise<void> {
  asked = []
  onShow = (text) => text.toUpperCase()
  folder = new FifoChannel()
  await folder.open((token, text) => {
    asked.push({ token, text })
    return Promise.resolve(onShow(text))
  })
}
afterEach(() => {
  for (const each of opened.splice(0)) closeSync(each)
  rmSync(folder.path, { recursive: true, force: true })
  folder.close()
})

const at = (name: string) => join(folder.path, name)

/** As the script beside a command does; both at once, so that nothing blocks. */
function listen(token: string): number {
  execFileSync('mkfifo', [at(`${token}.ctl`)])
  const words = openSync(at(`${token}.ctl`), constants.O_RDWR | constants.O_NONBLOCK)
  opened.push(words)
  return words
}

function ask(line: string): void {
  const pipe = openSync(at('ask'), constants.O_RDWR)
  writeSync(pipe, `${line}\n`)
  closeSync(pipe)
}

async function heard(words: number, last: RegExp): Promise<string> {
  const buffer = Buffer.alloc(1000)
  let all = ''
  while (!last.test(all)) {
    try {
      all += buffer.toString('utf8', 0, readSync(words, buffer))
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  return all
}

test('is for this user alone', async () => {
  await open()
  expect(statSync(folder.path).mode & 0o777).toBe(0o700)
  expect(statSync(at('ask')).mode & 0o777).toBe(0o600)
  expect(folder.canWrap).toBe(true)
})

test('an output is acknowledged, and the text to show is in a file', async () => {
  await open()
  const words = listen('1tabc')
  writeFileSync(at('1tabc.out'), 'text\n')
  ask('1tabc')
  expect(await heard(words, /shown|raw/)).toBe('heard\nshown\n')
  expect(readFileSync(at('1tabc.shown'), 'utf8')).toBe('TEXT\n')
  expect(statSync(at('1tabc.shown')).mode & 0o777).toBe(0o600)
})

test.each([
  ['the server has nothing to cut', 'text'],
  ['it is not text', Buffer.from([0xff, 0xfe])],
])('raw when %s', async (_why, output) => {
  await open()
  onShow = () => undefined
  const words = listen('1tabc')
  writeFileSync(at('1tabc.out'), output)
  ask('1tabc')
  expect(await heard(words, /shown|raw/)).toBe('heard\nraw\n')
  expect(existsSync(at('1tabc.shown'))).toBe(false)
})

// A command in a client's sandbox may write here: it must not make the server read or write other files.
test('no link is followed to what a command may not read', async () => {
  await open()
  const words = listen('1tabc')
  mkdirSync(at('elsewhere'))
  writeFileSync(at('elsewhere/secret'), 'secret')
  symlinkSync(at('elsewhere/secret'), at('1tabc.out'))
  ask('1tabc')
  expect(await heard(words, /shown|raw/)).toBe('heard\nraw\n')
  expect(asked).toEqual([])
})

test('no link is followed to where a command may not write', async () => {
  await open()
  const words = listen('1tabc')
  writeFileSync(at('1tabc.out'), 'text')
  mkdirSync(at('elsewhere'))
  symlinkSync(at('elsewhere/made'), at('1tabc.shown'))
  ask('1tabc')
  expect(await heard(words, /shown|raw/)).toBe('heard\nraw\n')
  expect(readdirSync(at('elsewhere'))).toEqual([])
})

test('invalid tokens, and tokens without a listener, are ignored', async () => {
  await open()
  mkdirSync(at('x'))
  writeFileSync(at('x/1t.out'), 'text')
  writeFileSync(at('2t.ctl'), 'a file, not a pipe')
  for (const line of ['../x', 'x/1t', '', 'a b', 'a'.repeat(5000), '2t', '3t']) ask(line)
  const words = listen('4t')
  writeFileSync(at('4t.out'), 'text')
  ask('4t')
  expect(await heard(words, /shown|raw/)).toBe('heard\nshown\n')
  expect(asked).toEqual([{ token: '4t', text: 'text' }])
})

test('closing removes the folder, except that of a running command', async () => {
  await open()
  folder.close()
  expect(existsSync(folder.path)).toBe(false)

  await open()
  writeFileSync(at('1t.out'), 'running')
  chmodSync(folder.path, 0o700)
  folder.close()
  expect(readdirSync(folder.path)).toEqual(['1t.out'])
})
