import { expect, test } from 'vitest'
import { callFacts } from '../../clients/sessions/call-kind.js'
import { type LaterEvents, laterUse } from './later-use.js'

const file = [
  'import { open } from "./disk.js"',
  'export function readPage(number: number) {',
  '  const offset = number * PAGE_SIZE',
  '  return open(offset)',
  '}',
  'export const lateFlushMs = 250',
]
const used = (later: Partial<LaterEvents>, more: object = {}) =>
  Object.fromEntries(
    laterUse(
      { lines: file, firstLine: 41, path: '/p/src/page.ts', known: new Set(), ...more },
      { calls: [], messages: [], ...later },
    ),
  )
const edit = (path: string, old_string: string) =>
  callFacts('Edit', { file_path: path, old_string, new_string: 'x' })
const bash = callFacts('Bash', { command: 'true' })

test('lines that were edited within twelve calls, by any name of the file', () => {
  const old = '  const offset = number * PAGE_SIZE\n  return open(offset)'
  expect(used({ calls: [edit('/p/src/page.ts', old)] })).toEqual({ 3: 'edited', 4: 'edited' })
  expect(used({ calls: [edit('src/page.ts', 'number * PAGE_SIZE')] })).toEqual({ 3: 'edited' })
  expect(used({ calls: [...Array(11).fill(bash), edit('src/page.ts', old)] })).toHaveProperty('3')
  expect(used({ calls: [...Array(12).fill(bash), edit('src/page.ts', old)] })).toEqual({})
  expect(used({ calls: [edit('/p/src/other.ts', old)] })).toEqual({})
})

test('a patch of Codex edits too, as its input or in a command', () => {
  const patch =
    '*** Begin Patch\n*** Update File: src/page.ts\n@@\n   const offset = number * PAGE_SIZE\n-  return open(offset)\n+  return openAt(offset)\n*** End Patch'
  expect(used({ calls: [callFacts('apply_patch', patch)] })).toEqual({ 4: 'edited' })
  const command = ['bash', '-lc', `apply_patch <<'EOF'\n${patch}\nEOF`]
  expect(used({ calls: [callFacts('shell', { command })] })).toEqual({ 4: 'edited' })
  const added =
    '*** Begin Patch\n*** Update File: src/page.ts\n@@\n export const lateFlushMs = 250\n+export const more = 1\n*** End Patch'
  expect(used({ calls: [callFacts('apply_patch', added)] })).toEqual({ 6: 'edited' })
})

test('lines with a rare name that the agent mentions within three messages', () => {
  expect(used({ messages: ['The constant lateFlushMs is too small.'] })).toEqual({ 6: 'quoted' })
  expect(used({ messages: ['a', 'b', 'c', 'lateFlushMs'] })).toEqual({})
  // Known before, or common words: not a use of this output.
  expect(used({ messages: ['lateFlushMs'] }, { known: new Set(['lateFlushMs']) })).toEqual({})
  expect(used({ messages: ['the number of the offset'] })).toEqual({})
  const often = Array(4).fill('call(lateFlushMs)')
  expect(used({ messages: ['lateFlushMs'] }, { lines: often })).toEqual({})
})

test('lines that are named by their number in the file', () => {
  expect(used({ messages: ['See line 44 of it.'] })).toEqual({ 4: 'named' })
  expect(used({ messages: ['It is at page.ts:46.'] })).toEqual({ 6: 'named' })
  expect(used({ messages: ['It is at other.ts:46, line 3.'] })).toEqual({})
})

test('lines of a listing or a search that name a file which is opened next', () => {
  const lines = ['src/page.ts', 'src/disk.ts', 'lib/disk.ts']
  const listing = { lines, path: undefined, firstLine: 1 }
  const read = (path: string, offset?: number) => callFacts('Read', { file_path: path, offset })
  expect(used({ calls: [read('/p/src/disk.ts')] }, listing)).toEqual({ 2: 'opened' })
  expect(used({ calls: [bash, bash, bash, read('/p/src/disk.ts')] }, listing)).toEqual({})
  const matches = [1, 2, 3, 4, 5].map((i) => `./src/disk.ts:${i * 300}:write`)
  const search = { ...listing, lines: matches }
  expect(used({ calls: [read('src/disk.ts', 880)] }, search)).toEqual({ 3: 'opened' })
  expect(used({ calls: [read('src/disk.ts')] }, search)).toEqual({ 1: 'opened' })
})

// Names that were reused in new code counted as unused, and their lines as safely cut.
test('lines whose names are copied into new code, by any tool that writes', () => {
  const write = callFacts('Write', { file_path: '/p/src/new.ts', content: 'wait(lateFlushMs)' })
  expect(used({ calls: [write] })).toEqual({ 6: 'copied' })
  const edited = callFacts('Edit', {
    file_path: '/p/src/other.ts',
    old_string: 'wait(5)',
    new_string: 'wait(lateFlushMs)',
  })
  expect(used({ calls: [edited] })).toEqual({ 6: 'copied' })
  const patch =
    '*** Begin Patch\n*** Update File: src/other.ts\n@@\n-wait(5)\n+wait(lateFlushMs)\n*** End Patch'
  expect(used({ calls: [callFacts('apply_patch', patch)] })).toEqual({ 6: 'copied' })
  expect(used({ calls: [...Array(12).fill(bash), write] })).toEqual({})
  expect(used({ calls: [write] }, { known: new Set(['lateFlushMs']) })).toEqual({})
})

test('lines whose names are searched for next', () => {
  const grep = callFacts('Grep', { pattern: 'lateFlushMs\\b' })
  expect(used({ calls: [grep] })).toEqual({ 6: 'searched' })
  const shell = callFacts('Bash', { command: 'cd src && rg -n lateFlushMs' })
  expect(used({ calls: [bash, shell] })).toEqual({ 6: 'searched' })
  expect(used({ calls: [bash, bash, bash, grep] })).toEqual({})
  expect(used({ calls: [callFacts('Bash', { command: 'node lateFlushMs.js' })] })).toEqual({})
})
