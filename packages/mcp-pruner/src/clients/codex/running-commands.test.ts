import { expect, test } from 'vitest'
import { callFacts } from '../sessions/call-kind.js'
import type { SessionEvent } from '../sessions/session-event.js'
import { codexSession } from './session.js'

/** The events of a record, each line as Codex writes it. */
function eventsOf(items: readonly object[]): SessionEvent[] {
  const parse = codexSession.createParser()
  return items.flatMap((payload) => parse({ type: 'response_item', payload }))
}

const call = (call_id: string, name: string, input: object) => ({
  type: 'function_call',
  call_id,
  name,
  arguments: JSON.stringify(input),
})
const script = (call_id: string, input: string) => ({
  type: 'custom_tool_call',
  call_id,
  name: 'exec',
  input,
})
const answer = (call_id: string, output: string) => ({
  type: 'function_call_output',
  call_id,
  output,
})
const factsOf = (events: readonly SessionEvent[]) =>
  events.flatMap((event) => {
    if (event.type !== 'call') return []
    const { kind, command } = callFacts(event.name, event.input)
    return [[event.id, kind, command]]
  })

// Their output was counted as that of a tool that is not pruned, or of a command without a name.
test('what is waited for is the output of the command that goes on', () => {
  const events = eventsOf([
    call('a', 'exec_command', { cmd: 'npm test', yield_time_ms: 250 }),
    answer(
      'a',
      'Chunk ID: 1f\nWall time: 0.3 seconds\nProcess running with session ID 71\nOutput:\n',
    ),
    call('b', 'write_stdin', { session_id: 71, chars: '' }),
    answer('b', 'Wall time: 5 seconds\nProcess running with session ID 71\nOutput:\nok 1\n'),
    call('c', 'write_stdin', { session_id: 71 }),
    answer('c', 'Wall time: 1 seconds\nProcess exited with code 0\nOutput:\nok 2\n'),
    script('d', 'const ran = await tools.exec_command({ cmd: "npm run build" }); text(ran.output)'),
    answer('d', 'Script running with cell ID 3\nWall time 10.0 seconds\nOutput:\n'),
    call('e', 'wait', { cell_id: '3', yield_time_ms: 5000 }),
    answer('e', 'Script completed\nOutput:\nbuilt\n'),
  ])
  expect(factsOf(events)).toEqual([
    ['a', 'shell', 'npm test'],
    ['b', 'shell', 'npm test'],
    ['c', 'shell', 'npm test'],
    ['d', 'shell', 'npm run build'],
    ['e', 'shell', 'npm run build'],
  ])
})

test('what is typed, and what nobody is known to run, names no command', () => {
  const events = eventsOf([
    call('a', 'exec_command', { cmd: 'python3' }),
    answer('a', 'Process running with session ID 5\nOutput:\n>>> '),
    call('b', 'write_stdin', { session_id: 5, chars: 'print(1)\n' }),
    call('c', 'write_stdin', { session_id: 6, chars: '' }),
    call('d', 'wait', { cell_id: '9' }),
  ])
  expect(factsOf(events)).toEqual([
    ['a', 'shell', 'python3'],
    ['b', 'shell', undefined],
    ['c', 'shell', undefined],
    ['d', 'other', undefined],
  ])
})

// A text may say anything behind its head.
test('only the head of an answer says that a command goes on', () => {
  const events = eventsOf([
    call('a', 'exec_command', { cmd: 'cat notes.txt' }),
    answer(
      'a',
      `Process exited with code 0\nOutput:\n${'x'.repeat(600)}\nProcess running with session ID 8\n`,
    ),
    call('b', 'write_stdin', { session_id: 8, chars: '' }),
  ])
  expect(factsOf(events).at(-1)).toEqual(['b', 'shell', undefined])
})
