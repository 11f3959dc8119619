// What a module has sent, while the client's record lags behind.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readHookInput } from './hook-input.js'
import { createPreviousOutputs } from './previous-outputs.js'

const folder = mkdtempSync(join(tmpdir(), 'previous-outputs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const user = (uuid: string, parentUuid: string | null, content: unknown) => ({
  type: 'user',
  uuid,
  parentUuid,
  message: { role: 'user', content },
})
const call = (uuid: string, parentUuid: string, id: string) => ({
  type: 'assistant',
  uuid,
  parentUuid,
  message: { role: 'assistant', content: [{ type: 'tool_use', id, name: 'Read', input: { id } }] },
})
const result = (uuid: string, parentUuid: string, id: string, content: string) =>
  user(uuid, parentUuid, [{ type: 'tool_result', tool_use_id: id, content }])

const sent = { name: 'Read', input: { id: 'c1' }, output: 'as the module was answered' }

async function heldAfter(name: string, lines: readonly object[]) {
  const transcript = join(folder, `${name}.jsonl`)
  writeFileSync(transcript, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const previousOutputs = createPreviousOutputs({
    resultOf: (id) => (id === 'c1' ? sent : undefined),
  })
  const hook = readHookInput({
    client: 'claude',
    hook_event_name: 'ToolResult',
    session_id: 's',
    transcript_path: transcript,
    tool_name: 'Read',
    tool_input: { id: 'c2' },
    tool_use_id: 'c2',
    chain: ['u', 'c1', 'c2'],
  })
  const limits = { settings: { waitMs: 1000 }, signal: new AbortController().signal }
  return previousOutputs(hook!, limits)
}

test('before the client has recorded the call', async () => {
  expect(await heldAfter('prompt', [user('u', null, 'Look.')])).toEqual([sent])
})

test('before it has recorded the result of the call', async () => {
  const lines = [user('u', null, 'Look.'), call('a', 'u', 'c1')]
  expect(await heldAfter('call', lines)).toEqual([sent])
})

test('what is recorded counts, not what was sent', async () => {
  const lines = [user('u', null, 'Look.'), call('a', 'u', 'c1'), result('r', 'a', 'c1', 'recorded')]
  expect(await heldAfter('result', lines)).toMatchObject([{ name: 'Read', output: 'recorded' }])
})
