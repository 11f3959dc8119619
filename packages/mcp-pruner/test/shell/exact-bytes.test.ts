// `recover` gave control characters as a model is shown them: a text with a byte order mark, a bare carriage return or
// an escape came back as another text. Into a pipe or a file it is the text itself, whatever is in it.
import { spawnSync } from 'node:child_process'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENTRY, longSource, PATIENT } from '../stdio/raw-server.js'

const QUESTION = 'How long is the delay between retries?'
const middle = (odd: string) => longSource().replace('\n\n', `\n${odd}\n`)

let root: string
beforeAll(() => {
  root = makeTree()
})
afterAll(() => removeTree(root))

const run = (args: readonly string[], input: Buffer = Buffer.alloc(0)) =>
  spawnSync(process.execPath, [ENTRY, ...args], {
    cwd: root,
    input,
    env: {
      PATH: process.env.PATH,
      HOME: root,
      PRUNER_URL: 'http://127.0.0.1:9/prune',
      PRUNER_FALLBACK: 'embedded',
      ...PATIENT,
    },
  })

test.each([
  ['a byte order mark', `\ufeff${longSource()}`],
  ['a bare carriage return', middle('one\rtwo')],
  ['lines that end in CRLF', longSource().replaceAll('\n', '\r\n')],
  ['escapes and a bell', middle('\u001b[31mred\u001b[0m\u0007')],
  ['separators and directions', middle('a\u2028b\u2029c\u202ed\u2066e\u200ff\u0085g')],
  [
    'a line like ours',
    middle('[12 of 83 lines cut; mcp-pruner recover prn_00000000000000000000000000]'),
  ],
  ['no newline at its end', longSource().trimEnd()],
])('a text with %s comes back to the last byte', (_, text) => {
  const bytes = Buffer.from(text)
  const { stdout } = run(['prune', QUESTION], bytes)
  const id = /mcp-pruner recover (prn_(?!0{26})[0-9A-Z]{26})/.exec(String(stdout))?.[1] ?? ''
  expect(stdout.length).toBeLessThan(bytes.length / 2)
  const back = run(['recover', id])
  expect(back.status).toBe(0)
  expect(back.stdout.equals(bytes)).toBe(true)
})

test('anything but text, a NUL or invalid UTF-8, is passed through unchanged', () => {
  for (const odd of ['\u0000', '\xff', '\xc3('] as const) {
    const bytes = Buffer.from(middle(odd), 'latin1')
    const { stdout, status } = run(['prune', QUESTION], bytes)
    expect(status).toBe(0)
    expect(stdout.equals(bytes)).toBe(true)
  }
})
