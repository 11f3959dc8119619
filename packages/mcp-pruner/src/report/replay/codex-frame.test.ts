import { expect, test } from 'vitest'
import { codexFrame, wasLongRunning } from './codex-frame.js'

test.each([
  ['Chunk ID: 2a\nWall time: 0.0000 seconds\nProcess exited with code 0\nOutput:\n', '{"a":1}\n'],
  ['Script completed\nWall time 5.4 seconds\nOutput:\n\n', 'one\nOutput:\ntwo'],
  ['', 'Output:\nof a program'],
  ['', 'Script of the build\n'],
])('what comes before the output is not pruned: %j', (before, text) => {
  expect(codexFrame(before + text)).toEqual({ before, text, after: '' })
})

test.each([
  ['exec_command', 'Chunk ID: 2a\nWall time: 7.9000 seconds\nOutput:\nx', false],
  ['exec_command', 'Chunk ID: 2a\nWall time: 8.0000 seconds\nOutput:\nx', true],
  ['exec', 'Script completed\nWall time 0.1 seconds\nOutput:\n\nx', false],
  ['exec', 'Script completed\nWall time 19.0 seconds\nOutput:\n\nx', true],
  ['shell', '{"output":"x","metadata":{"exit_code":0,"duration_seconds":12.5}}', true],
  ['shell', 'x', false],
  ['write_stdin', 'Chunk ID: 2a\nWall time: 0.0000 seconds\nOutput:\nx', true],
])('%s %j', (name, output, isLong) => {
  expect(wasLongRunning(name, output)).toBe(isLong)
})
