import { describe, expect, test } from 'vitest'
import {
  BashArgumentsSchema,
  GrepArgumentsSchema,
  InvalidParamsDataSchema,
  ReadArgumentsSchema,
} from './tool-arguments.js'

const SCHEMAS = { read: ReadArgumentsSchema, bash: BashArgumentsSchema, grep: GrepArgumentsSchema }
const REQUIRED = { read: { file_path: 'a' }, bash: { command: 'a' }, grep: { pattern: 'a' } }
type Tool = keyof typeof SCHEMAS

/** `path code` of each issue. */
const issuesOf = (tool: Tool, args: object) =>
  SCHEMAS[tool]
    .safeParse({ ...REQUIRED[tool], ...args })
    .error?.issues.map((issue) => `${issue.path.join('.')} ${issue.code}`) ?? []

test('defaults are filled in', () => {
  expect(ReadArgumentsSchema.parse({ file_path: 'a' })).toEqual({
    file_path: 'a',
    encoding: 'utf-8',
    max_output_bytes: 10_485_760,
  })
  expect(BashArgumentsSchema.parse({ command: 'a' })).toEqual({
    command: 'a',
    timeout_ms: 30_000,
    max_output_bytes: 10_485_760,
  })
  expect(GrepArgumentsSchema.parse({ pattern: 'a' })).toEqual({
    pattern: 'a',
    fixed_string: false,
    case_sensitive: true,
    timeout_ms: 30_000,
    max_matches: 500,
    max_output_bytes: 10_485_760,
  })
})

test.each<[Tool, string]>([
  ['read', 'file_path'],
  ['bash', 'command'],
  ['grep', 'pattern'],
])('%s needs %s', (tool, field) => {
  expect(issuesOf(tool, { [field]: undefined })).toEqual([`${field} invalid_type`])
  expect(issuesOf(tool, { [field]: '' })).toEqual([`${field} too_small`])
  expect(issuesOf(tool, { [field]: 'a\0b' })).toEqual([`${field} custom`])
})

describe.each<Tool>(['read', 'bash', 'grep'])('%s', (tool) => {
  test('a focus question has 1 to 1000 characters, ignoring outer spaces', () => {
    const at = (question: string) => issuesOf(tool, { context_focus_question: question })
    expect(at('x'.repeat(1000))).toEqual([])
    expect(at('x'.repeat(1001))).toEqual(['context_focus_question too_big'])
    expect(at(' \n\t ')).toEqual(['context_focus_question too_small'])
    const parsed = SCHEMAS[tool].parse({ ...REQUIRED[tool], context_focus_question: '  why? ' })
    expect(parsed.context_focus_question).toBe('why?')
  })

  test('output can be limited to 1024 … 10485760 bytes', () => {
    const at = (bytes: number) => issuesOf(tool, { max_output_bytes: bytes })
    expect([at(1024), at(10_485_760)]).toEqual([[], []])
    expect([at(1023), at(10_485_761), at(2000.5)]).toEqual([
      ['max_output_bytes too_small'],
      ['max_output_bytes too_big'],
      ['max_output_bytes invalid_type'],
    ])
  })
})

test.each<Tool>(['bash', 'grep'])('%s takes 100 … 300000 ms', (tool) => {
  const at = (ms: number) => issuesOf(tool, { timeout_ms: ms })
  expect([at(100), at(300_000), at(99), at(300_001)]).toEqual([
    [],
    [],
    ['timeout_ms too_small'],
    ['timeout_ms too_big'],
  ])
})

test('read knows one encoding', () => {
  expect(issuesOf('read', { encoding: 'latin1' })).toEqual(['encoding invalid_value'])
})

test('bash: a command has at most 50000 characters, its environment 200 plain variables', () => {
  expect(issuesOf('bash', { command: 'x'.repeat(50_000) })).toEqual([])
  expect(issuesOf('bash', { command: 'x'.repeat(50_001) })).toEqual(['command too_big'])
  const env = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`V${i}`, 'x']))
  expect(issuesOf('bash', { env: env(200) })).toEqual([])
  expect(issuesOf('bash', { env: env(201) })).toEqual(['env too_big'])
  expect(issuesOf('bash', { env: { path: 'x' } })).toEqual(['env.path invalid_key'])
  expect(issuesOf('bash', { env: { A: 'x'.repeat(4001) } })).toEqual(['env.A too_big'])
  expect(issuesOf('bash', { env: { A: 'x\0' } })).toEqual(['env.A custom'])
  expect(issuesOf('bash', { cwd: 'a\0' })).toEqual(['cwd custom'])
})

test('grep: one path or 1 to 100 paths, 1 to 5000 matches', () => {
  expect(issuesOf('grep', { path: 'a', paths: ['b'] })).toEqual(['paths custom'])
  expect(issuesOf('grep', { paths: [] })).toEqual(['paths too_small'])
  expect(issuesOf('grep', { paths: Array.from({ length: 101 }, () => 'a') })).toEqual([
    'paths too_big',
  ])
  expect(issuesOf('grep', { max_matches: 0 })).toEqual(['max_matches too_small'])
  expect(issuesOf('grep', { max_matches: 5001 })).toEqual(['max_matches too_big'])
  expect(issuesOf('grep', { pattern: 'x'.repeat(10_001) })).toEqual(['pattern too_big'])
})

test('the data of an invalid-params answer names its schema version', () => {
  const data = { jeeves: { schemaVersion: 1 }, method: 'tools/call', issues: [] }
  expect(InvalidParamsDataSchema.parse(data)).toEqual(data)
  expect(InvalidParamsDataSchema.safeParse({ ...data, jeeves: {} }).success).toBe(false)
})
