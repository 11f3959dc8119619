import { expect, test } from 'vitest'
import { applyEdits, editsOf, removeEdits } from './file-edits.js'

const member = (path: readonly string[], value: unknown, more: object = {}) =>
  ({ client: 'cursor', edit: { kind: 'member', path, value, ...more } }) as never

test('all are put in, and taken out again to the last byte', () => {
  const base = '{\n  // mine\n  "a": 1\n}\n'
  const wanted = [
    member(['mcpServers', 'pruner'], { command: 'node' }),
    member(['mcpServers', 'pruner', 'env'], { A: '1' }),
    member(['a'], 2),
  ]
  const { text, puts } = applyEdits('json', base, wanted)
  expect(JSON.parse(text.replace('// mine', ''))).toEqual({
    a: 2,
    mcpServers: { pruner: { command: 'node', env: { A: '1' } } },
  })
  expect(puts).toHaveLength(3)
  const undos = puts.map(({ undo }) => undo)
  expect(removeEdits('json', text, undos)).toBe(base)
})

test('what somebody else has set is left alone, before and after', () => {
  const optional = member(['env', 'X'], 'ours', { unlessTaken: true })
  expect(applyEdits('json', '{"env":{"X":"theirs"}}', [optional])).toEqual({
    text: '{"env":{"X":"theirs"}}',
    puts: [],
  })
  const { text, puts } = applyEdits('json', '{}', [optional])
  expect(JSON.parse(text)).toEqual({ env: { X: 'ours' } })
  const changed = text.replace('ours', 'theirs')
  const undos = puts.map(({ undo }) => undo)
  expect(removeEdits('json', changed, undos)).toBe(changed)
  expect(JSON.parse(removeEdits('json', text, undos))).toEqual({})
})

test('a line and a text are elements of their file', () => {
  const element = (value: string) => [{ kind: 'element', path: [], value }]
  expect(editsOf({ line: 'a line' } as never)).toEqual(element('a line'))
  expect(editsOf({ text: 'a text' } as never)).toEqual(element('a text'))
})

test('edits of one place are taken back from the last to the first', () => {
  const base = '{"a": 1}'
  const { text, puts } = applyEdits('json', base, [member(['a'], 2), member(['a'], 3)])
  expect(JSON.parse(text)).toEqual({ a: 3 })
  const undos = puts.map(({ undo }) => undo)
  expect(removeEdits('json', text, undos)).toBe(base)
})
