// The tool list, for which a model pays on every turn, is small and true.

import { makeTree, removeTree } from '@jeeves/testing'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RawServer } from './raw-server.js'

interface Listed {
  readonly name: string
  readonly description: string
  readonly inputSchema: {
    readonly properties: Record<string, { description?: string }>
    readonly required: string[]
  }
}

let root: string
let server: RawServer
let tools: readonly Listed[]
let instructions: string

beforeAll(async () => {
  root = makeTree({ 'a.txt': 'x\n' })
  server = new RawServer(root)
  instructions = (await server.initialize()).result.instructions
  tools = (await server.request('tools/list')).result.tools
})
afterAll(async () => {
  await server.end()
  removeTree(root)
})

test('the list is under 900 tokens and the instructions under 120', () => {
  expect(encode(JSON.stringify({ tools })).length).toBeLessThan(900)
  expect(encode(instructions).length).toBeLessThan(120)
})

// A schema that says nothing is remarked on by the Inspector, and some clients' converters drop it.
test('every part of a listed schema has a type', () => {
  const silent: string[] = []
  const look = (schema: Record<string, unknown>, path: string): void => {
    if (!('type' in schema || 'anyOf' in schema)) silent.push(path)
    const { properties = {}, items, anyOf = [] } = schema as Record<string, object | undefined>
    for (const [key, part] of Object.entries({
      ...properties,
      ...(items && { items }),
      ...anyOf,
    })) {
      look(part as Record<string, unknown>, `${path}.${key}`)
    }
  }
  for (const tool of tools) look({ ...tool.inputSchema }, tool.name)
  expect(silent).toEqual([])
})

// Four clients never show a model the instructions.
test('the list alone explains how to recover cut lines', () => {
  const byName = Object.fromEntries(tools.map((tool) => [tool.name, tool]))
  for (const name of ['read', 'bash', 'grep']) {
    const { context_focus_question } = byName[name]!.inputSchema.properties
    expect(context_focus_question?.description).toMatch(/only lines.*recover_text/)
  }
  const recover = byName['recover_text']!
  expect(recover.description).toMatch(/cut from an answer.*prune_id at its end/)
  expect(recover.inputSchema.properties['ranges']?.description).toContain('the mark …119:')
})

test('every argument that is listed is known, and the required ones are required', async () => {
  const values: Record<string, unknown> = {
    file_path: 'a.txt',
    command: 'true',
    pattern: 'x',
    prune_id: 'prn_1',
    path: 'a.txt',
    paths: ['a.txt'],
    cwd: '.',
    env: { A: 'b' },
    ranges: [{ start_line: 1, end_line: 1 }],
    encoding: 'utf-8',
    context_focus_question: 'What?',
    start_line: 1,
    end_line: 1,
    timeout_ms: 10_000,
    max_matches: 5,
    max_output_bytes: 2000,
    max_tokens: 500,
    fixed_string: true,
    case_sensitive: false,
    include_line_numbers: true,
  }
  for (const { name, inputSchema } of tools) {
    const required = inputSchema.required.map((key) => [key, values[key]])
    for (const key of Object.keys(inputSchema.properties)) {
      const args = Object.fromEntries([...required, [key, values[key]]])
      const { result, error } = await server.call(name, args)
      expect([name, key, error]).toEqual([name, key, undefined])
      expect(result.structuredContent.warnings).toBeUndefined()
    }
    for (const key of inputSchema.required) {
      const args = Object.fromEntries(required.filter(([other]) => other !== key))
      const { error } = await server.call(name, args)
      expect(error?.data.issues).toEqual([
        { path: `arguments.${key}`, code: 'invalid_type', message: 'invalid_type' },
      ])
    }
  }
})

test('the limits that are listed are those that are checked', async () => {
  const required: Record<string, object> = {
    read: { file_path: 'a.txt' },
    bash: { command: 'true' },
    grep: { pattern: 'x' },
  }
  const listed: string[] = []
  for (const { name, inputSchema } of tools) {
    for (const [key, schema] of Object.entries(inputSchema.properties)) {
      const { minimum, maximum } = schema as {
        readonly minimum?: number
        readonly maximum?: number
      }
      for (const [limit, beyond, code] of [
        [minimum, -1, 'too_small'],
        [maximum, 1, 'too_big'],
      ] as const) {
        if (limit === undefined) continue
        listed.push(`${name} ${key} ${limit}`)
        const args = (value: number) => ({ ...required[name], [key]: value })
        expect((await server.call(name, args(limit))).error).toBeUndefined()
        expect((await server.call(name, args(limit + beyond))).error?.data.issues).toEqual([
          {
            path: `arguments.${key}`,
            code,
            message: code,
            ...(code === 'too_big' && { limit, actual: limit + 1 }),
          },
        ])
      }
    }
  }
  expect(listed).toEqual([
    'read start_line 1',
    'read end_line 1',
    'read max_output_bytes 1024',
    'bash timeout_ms 100',
    'bash timeout_ms 300000',
    'bash max_output_bytes 1024',
    'grep max_matches 1',
    'grep max_matches 5000',
    'grep timeout_ms 100',
    'grep timeout_ms 300000',
    'grep max_output_bytes 1024',
  ])
})
