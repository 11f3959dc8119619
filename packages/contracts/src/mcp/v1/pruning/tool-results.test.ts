import { expect, test } from 'vitest'
import {
  BashErrorSchema,
  BashResultSchema,
  GrepErrorSchema,
  GrepResultSchema,
  ReadErrorSchema,
  ReadResultSchema,
} from './tool-results.js'

const pruning = {
  attempted: false,
  applied: false,
  fallback: false,
  reason: 'output_empty',
  raw_bytes: 0,
}
const read = {
  tool: 'read',
  file_path: 'a.ts',
  encoding: 'utf-8',
  content: '',
  truncated: false,
  bytes: 0,
  duration_ms: 1,
  pruning,
}
const bash = {
  tool: 'bash',
  command: 'true',
  cwd: '/',
  stdout: '',
  stderr: '',
  exit_code: 0,
  timed_out: false,
  truncated: false,
  duration_ms: 1,
  pruning,
}
const grep = {
  tool: 'grep',
  pattern: 'x',
  paths: ['.'],
  matches: [
    { path: 'a', line: 1, column: 2, text: 'x' },
    { path: 'a', line: 2, column: null, text: 'x' },
  ],
  match_count: 2,
  truncated: false,
  duration_ms: 1,
  pruning,
}
const failure = (tool: string, code: string) => ({ tool, error: { code, message: 'm' }, pruning })

test.each([
  ['read', ReadResultSchema, read],
  ['bash', BashResultSchema, bash],
  ['grep', GrepResultSchema, grep],
  ['a failed read', ReadErrorSchema, failure('read', 'permission_denied')],
  ['a failed bash', BashErrorSchema, { ...failure('bash', 'nonzero_exit'), stderr: 'no' }],
  ['a failed grep', GrepErrorSchema, failure('grep', 'rg_error')],
])('%s: every field is required, and is returned unchanged', (_, schema, value) => {
  expect(schema.parse(value)).toEqual(value)
  const optional = new Set(['stdout', 'stderr'])
  const required = Object.keys(value).filter((key) => !('error' in value) || !optional.has(key))
  for (const key of required) {
    const rest = Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
    expect(schema.safeParse(rest).success, `without ${key}`).toBe(false)
  }
})

test.each([
  ['a code of another tool', ReadErrorSchema, failure('read', 'timeout')],
  ['line 0', GrepResultSchema, { ...grep, matches: [{ ...grep.matches[0], line: 0 }] }],
  ['column 0', GrepResultSchema, { ...grep, matches: [{ ...grep.matches[0], column: 0 }] }],
  ['half an exit', BashResultSchema, { ...bash, exit_code: 0.5 }],
  ['contradictory pruning', ReadResultSchema, { ...read, pruning: { ...pruning, fallback: true } }],
])('refuses %s', (_, schema, value) => {
  expect(schema.safeParse(value).success).toBe(false)
})
