import { expect, test } from 'vitest'
import { RequestInvalid } from '../call/invalid-params.js'
import { explainInvalid } from './explain-invalid.js'

const TOOLS = [
  {
    name: 'read',
    inputSchema: {
      type: 'object' as const,
      properties: { file_path: { type: 'string' }, start_line: { type: 'integer' } },
      required: ['file_path'],
    },
  },
  { name: 'grep', inputSchema: { type: 'object' as const } },
]
const explained = (tool: string, ...paths: string[][]) =>
  explainInvalid(
    new RequestInvalid(
      'tools/call',
      paths.map((path) => ({ path, code: 'invalid_type', message: 'no' })),
      tool,
    ),
    TOOLS,
  )
const text = (result: ReturnType<typeof explained>) => (result.content[0] as { text: string }).text

test('each argument is named once, with what it must be', () => {
  const result = explained('read', ['file_path'], ['start_line'], ['start_line'])
  expect(result.isError).toBe(true)
  const [head, ...lines] = text(result).split('\n')
  expect(head).toBe('read was not run, because of its arguments:')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/^file_path: required, string/)
  expect(lines[1]).toMatch(/^start_line: integer/)
})

test('arguments that are no object, and a tool that is none', () => {
  expect(text(explained('read', []))).toBe(
    'read was not run, because of its arguments:\narguments must be an object',
  )
  expect(text(explained('write', ['x']))).toBe('There is no such tool. The tools are: read, grep')
})
