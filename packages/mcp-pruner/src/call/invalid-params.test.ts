import { expect, test } from 'vitest'
import * as z from 'zod'
import { loggedInvalid, RequestInvalid } from './invalid-params.js'
import { issuesOf } from './issues.js'
import {
  checkParams,
  findTool,
  InitializeParams,
  initializeResult,
  ListParams,
  toolNameIn,
} from './mcp-params.js'

test('issues are in one order, under the arguments of their tool', () => {
  const issues = [
    { path: ['b'], code: 'too_big', message: 'in words', limit: 3, actual: 4 },
    { path: ['a', 1], code: 'invalid_type' },
    { path: ['a', 1], code: 'custom' },
  ]
  const { code, message, data } = new RequestInvalid('tools/call', issues, 'read')
  expect([code, message]).toEqual([-32602, 'Invalid params'])
  expect(data).toEqual({
    jeeves: { schemaVersion: 1 },
    method: 'tools/call',
    tool: 'read',
    issues: [
      { path: 'arguments.a.1', code: 'custom', message: 'custom' },
      { path: 'arguments.a.1', code: 'invalid_type', message: 'invalid_type' },
      { path: 'arguments.b', code: 'too_big', message: 'too_big', limit: 3, actual: 4 },
    ],
  })
  expect(
    new RequestInvalid('tools/list', [{ path: ['cursor'], code: 'custom' }]).data.issues,
  ).toMatchObject([{ path: 'cursor' }])
})

test('the log is told the tool, by the first of its name', () => {
  const long = new RequestInvalid('tools/call', [{ path: [], code: 'custom' }], 'x'.repeat(100))
  expect(loggedInvalid(long).data).toEqual({
    tool: 'x'.repeat(64),
    message: 'Invalid params',
    validation_errors: long.data.issues,
  })
  expect(loggedInvalid(new RequestInvalid('m', [])).data).not.toHaveProperty('tool')
})

const failed = (schema: z.ZodType, input: unknown) => {
  const { error } = schema.safeParse(input)
  return error ? issuesOf(error, input) : []
}

test('a limit is told with what was sent', () => {
  const schema = z.object({
    text: z.string().max(3),
    list: z.array(z.object({ n: z.number().max(5) })).max(2),
  })
  const issues = [
    ...failed(schema, { text: 'four', list: [{ n: 1 }, { n: 1 }, { n: 2 }] }),
    ...failed(schema, { text: '', list: [{ n: 1 }, { n: 6 }] }),
  ]
  expect(issues).toContainEqual(expect.objectContaining({ path: ['text'], limit: 3, actual: 4 }))
  expect(issues).toContainEqual(expect.objectContaining({ path: ['list'], limit: 2, actual: 3 }))
  expect(issues).toContainEqual(
    expect.objectContaining({ path: ['list', 1, 'n'], limit: 5, actual: 6 }),
  )
  expect(failed(z.string(), 5)[0]).not.toHaveProperty('limit')
})

test('twenty issues are enough', () => {
  const input = Array.from({ length: 30 }, () => 'text')
  expect(failed(z.array(z.number()), input)).toHaveLength(20)
})

test('parameters of the methods', () => {
  const initialize = { protocolVersion: '2025-11-25', clientInfo: { name: 'c' } }
  expect(checkParams(InitializeParams, 'initialize', initialize)).toEqual(initialize)
  expect(() => checkParams(InitializeParams, 'initialize', {})).toThrow(RequestInvalid)
  expect(checkParams(ListParams, 'tools/list', undefined)).toBeUndefined()
  expect(() => checkParams(ListParams, 'tools/list', { cursor: 'x' })).toThrow(RequestInvalid)
  expect(initializeResult('2024-11-05', { capabilities: {} })).toMatchObject({
    protocolVersion: '2024-11-05',
    capabilities: {},
    jeeves: { schemaVersion: 1 },
  })
})

test('a call names a tool, and may have no arguments', () => {
  const known = (name: string) => (name === 'read' ? 'the tool' : undefined)
  expect(findTool({ name: 'read' }, known)).toEqual({ tool: 'the tool', args: {} })
  expect(findTool({ name: 'read', arguments: { a: 1 } }, known).args).toEqual({ a: 1 })
  const refusal = (params: unknown) => {
    try {
      findTool(params, known)
    } catch (error) {
      return (error as RequestInvalid).data
    }
    return undefined
  }
  expect(refusal({ name: 'other' })).toMatchObject({
    tool: 'other',
    issues: [{ path: 'name', code: 'invalid_value' }],
  })
  expect(refusal({ name: 'read', arguments: [] })).toMatchObject({
    tool: 'read',
    issues: [{ path: 'arguments' }],
  })
  expect(refusal(undefined)?.tool).toBeUndefined()
  expect([null, 'text', {}, { name: 5 }, { name: 'a' }].map(toolNameIn)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    'a',
  ])
})
