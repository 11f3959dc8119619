import { expect, test } from 'vitest'
import { RunningCommands } from './running-commands.js'

const call = (id: string, name: string, input: object) => ({
  type: 'call' as const,
  id,
  name,
  input,
})
const output = (id: string, text: string) => ({ type: 'output' as const, id, text, isError: false })
const RUNNING = 'Process running with session ID 7\nsome output'

test('what is waited for is the command that goes on', () => {
  const commands = new RunningCommands()
  const started = call('1', 'exec_command', { cmd: 'make test' })
  expect(commands.follow(started)).toBe(started)
  commands.follow(output('1', RUNNING))
  const waiting = call('2', 'write_stdin', { session_id: 7 })
  expect(commands.follow(waiting)).toMatchObject({ input: { session_id: 7, cmd: 'make test' } })
  // And once more, after the answer says that it still runs.
  commands.follow(output('2', RUNNING))
  expect(commands.follow(call('3', 'wait', { cell_id: '7' }))).toMatchObject({
    input: { cmd: 'make test' },
  })
})

test('what is typed into a program, another session, and other tools stay as they are', () => {
  const commands = new RunningCommands()
  commands.follow(call('1', 'exec_command', { cmd: 'make test' }))
  commands.follow(output('1', RUNNING))
  for (const other of [
    call('2', 'write_stdin', { session_id: 7, chars: 'y\n' }),
    call('3', 'write_stdin', { session_id: 8 }),
    call('4', 'read', { session_id: 7 }),
  ])
    expect(commands.follow(other)).toBe(other)
})

test('a command that ended, or an answer to no known call, is not waited for', () => {
  const commands = new RunningCommands()
  commands.follow(call('1', 'exec_command', { cmd: 'make' }))
  commands.follow(output('1', 'done'))
  commands.follow(output('9', RUNNING))
  const waiting = call('2', 'write_stdin', { session_id: 7 })
  expect(commands.follow(waiting)).toBe(waiting)
})
