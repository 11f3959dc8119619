import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterAll, expect, test } from 'vitest'
import { readHookInput } from './hook-input.js'
import { noteWait, waitSignal, wordsOf } from './native-words.js'

const folder = makeTree()
afterAll(() => removeTree(folder))
const limits = {
  settings: { on: true, rawCommands: [], rawPaths: [], waitMs: 60_000 },
  signal: new AbortController().signal,
}
const hook = (more: object) =>
  readHookInput({ client: 'claude', tool_name: 'Read', tool_use_id: 'c1', ...more })!

test('words that the hook sends are taken, either of them', async () => {
  expect(await wordsOf(hook({ said: 'a' }), limits)).toEqual({ message: 'a', prompt: '' })
  expect(await wordsOf(hook({ prompt: 'b' }), limits)).toEqual({ message: '', prompt: 'b' })
})

test('others are read from the record of a client that has one', async () => {
  const transcript_path = join(folder, 's.jsonl')
  const lines = [
    { type: 'user', message: { role: 'user', content: 'Why so slow?' } },
    {
      type: 'assistant',
      message: { content: [{ type: 'text', text: 'Let me look at the cache.' }] },
    },
    {
      type: 'assistant',
      message: { content: [{ type: 'tool_use', id: 'c1', name: 'Read', input: {} }] },
    },
  ]
  writeFileSync(transcript_path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  expect(await wordsOf(hook({ transcript_path }), limits)).toEqual({
    message: 'Let me look at the cache.',
    prompt: 'Why so slow?',
  })
  expect(await wordsOf(hook({}), limits)).toEqual({})
  expect(await wordsOf(hook({ client: 'opencode', transcript_path }), limits)).toEqual({})
})

test('a record that was waited for in vain is waited for less, until it is written', async () => {
  const call = { settings: { waitMs: 100_000 }, signal: limits.signal }
  for (const name of ['/vain.jsonl', '/written.jsonl']) noteWait(name, false)
  noteWait('/written.jsonl', true)
  const written = waitSignal('/written.jsonl', call)
  const vain = waitSignal('/vain.jsonl', call)
  const first = await new Promise((resolve) => {
    for (const [name, limit] of Object.entries({ written, vain }))
      limit.addEventListener('abort', () => resolve(name))
  })
  expect(first).toBe('vain')
})

test('the time ends with the call', () => {
  const ended = waitSignal('/a.jsonl', { settings: { waitMs: 1000 }, signal: AbortSignal.abort() })
  expect(ended.aborted).toBe(true)
})
