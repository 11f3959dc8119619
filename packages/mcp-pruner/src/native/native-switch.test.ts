import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  readNativeSettings,
  setNativeSwitch,
  storedSettings,
  usableSettings,
} from './native-switch.js'

let data: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'native-switch-'))
})
afterEach(() => rmSync(data, { recursive: true, force: true }))
const file = () => join(data, 'native/settings.json')
function write(text: string) {
  mkdirSync(join(data, 'native'), { recursive: true })
  writeFileSync(file(), text)
}
const OFF = { on: false, rawCommands: [], rawPaths: [], waitMs: 1000 }

test('off before it was ever turned on, and in an environment that says so', () => {
  expect(storedSettings(data)).toBeUndefined()
  expect(readNativeSettings(data, {})).toEqual(OFF)
  setNativeSwitch(data, true)
  expect(readNativeSettings(data, {})).toEqual({ ...OFF, on: true })
  expect(readNativeSettings(data, { MCP_PRUNER_NATIVE: 'off' })).toEqual(OFF)
})

test('a limit that nobody chose is not written; one that somebody chose stays', () => {
  setNativeSwitch(data, true)
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({
    on: true,
    rawCommands: [],
    rawPaths: [],
  })
  write('{"on":false,"rawCommands":["terraform"],"waitMs":5000}')
  setNativeSwitch(data, true)
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({
    on: true,
    rawCommands: ['terraform'],
    rawPaths: [],
    waitMs: 5000,
  })
})

test.each([
  ['{', 'is not valid JSON'],
  ['{"on":"yes"}', 'is not right: on: '],
  ['{"on":true,"waitMs":0}', 'is not right: waitMs: '],
  ['{"on":true,"waitMs":60001}', 'is not right: waitMs: '],
])('%s turns it off and is not overwritten', (text, problem) => {
  write(text)
  expect(readNativeSettings(data, {})).toEqual(OFF)
  expect(() => usableSettings(data)).toThrow(`${file()} ${problem}`)
  expect(() => setNativeSwitch(data, true)).toThrow(problem)
  expect(readFileSync(file(), 'utf8')).toBe(text)
})

test('a file that cannot be opened is a problem, not a missing one', () => {
  mkdirSync(file(), { recursive: true })
  expect(storedSettings(data)).toEqual({ problem: 'cannot be opened (EISDIR)' })
})
