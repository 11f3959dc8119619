// Real answers of every tool and method against what is published of them. A schema that nothing sends is checked by
// nobody, and a member under a wrong name escapes both the compiler (`...(x && { wrongName })`) and a schema that
// allows more: here the parsed answer, which has the known members only, must equal the one that was sent.
import {
  BashErrorSchema,
  BashResultSchema,
  GrepErrorSchema,
  GrepResultSchema,
  InvalidParamsDataSchema,
  MCPResponseEnvelopeSchema,
  PruneErrorDataSchema,
  PruneHealthSchema,
  PruneTextOutputSchema,
  ReadErrorSchema,
  ReadResultSchema,
  RecoverTextErrorSchema,
  RecoverTextOutputSchema,
  SwePruneAnswerSchema,
} from '@jeeves/contracts'
import { makeTree, removeTree } from '@jeeves/testing'
import { Ajv } from 'ajv'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { connect } from '../gateway/wrapped.js'
import { service, useService } from '../http/rpc-service.js'
import { PRUNE_OPTIONS, post, rpc } from '../http/running-service.js'
import { EMBEDDED } from '../stdio/answers-server.js'
import { longSource, RawServer } from '../stdio/raw-server.js'

const SOURCE = longSource()
const QUESTION = 'How long is the delay between retries?'
const asked = { context_focus_question: QUESTION }
const unknownId = `prn_${'0'.repeat(26)}`
const firstLine = [{ start_line: 1, end_line: 1 }]

let root: string
let server: RawServer
const validators = new Map<string, (value: unknown) => boolean>()

beforeAll(async () => {
  root = makeTree({ 'long.ts': SOURCE, 'short.txt': 'one\ntwo\n' })
  server = new RawServer(root, EMBEDDED)
  await server.initialize('any')
  const { result } = await server.request('tools/list')
  for (const { name, outputSchema } of result.tools) {
    if (outputSchema) validators.set(name, new Ajv().compile(outputSchema))
  }
})
afterAll(async () => {
  await server.end()
  removeTree(root)
})
useService()

/** `sent` has no member that the schema does not know. */
function expectExactly(schema: z.ZodType, sent: unknown): void {
  expect(schema.parse(sent)).toEqual(sent)
}

const READ_BACK = { file_path: 'long.ts', ...asked }

test.each<[string, object, z.ZodType, boolean?]>([
  ['read', { file_path: 'short.txt' }, ReadResultSchema],
  ['read', READ_BACK, ReadResultSchema],
  ['read', { file_path: 'long.ts', max_output_bytes: 1024 }, ReadResultSchema],
  ['read', { file_path: 'short.txt', unknown: 1 }, ReadResultSchema],
  ['read', { file_path: 'none.txt' }, ReadErrorSchema, true],
  ['read', { file_path: '.' }, ReadErrorSchema, true],
  ['bash', { command: 'echo one; echo two >&2' }, BashResultSchema],
  ['bash', { command: 'cat long.ts', ...asked }, BashResultSchema],
  ['bash', { command: 'cat long.ts', max_output_bytes: 1024 }, BashResultSchema],
  ['bash', { command: 'echo partly; exit 3' }, BashErrorSchema, true],
  ['bash', { command: 'echo partly; sleep 20', timeout_ms: 300 }, BashErrorSchema, true],
  ['bash', { command: 'true', cwd: 'none' }, BashErrorSchema, true],
  ['grep', { pattern: 'backoff' }, GrepResultSchema],
  ['grep', { pattern: 'const', ...asked }, GrepResultSchema],
  ['grep', { pattern: 'const', max_matches: 2 }, GrepResultSchema],
  ['grep', { pattern: '(' }, GrepErrorSchema, true],
  ['grep', { pattern: 'x', path: 'none' }, GrepErrorSchema, true],
])('%s %j over stdio', async (name, args, schema, isError = false) => {
  const { result } = await server.call(name, args)
  expect(result.isError ?? false).toBe(isError)
  expectExactly(schema, result.structuredContent)
  expect(validators.get(name)?.(result.structuredContent)).toBe(true)
})

test('recover_text of an unknown id over stdio', async () => {
  const { result } = await server.call('recover_text', { prune_id: unknownId })
  expect(result.isError).toBe(true)
  expectExactly(RecoverTextErrorSchema, result.structuredContent)
})

test('recover_text over stdio', async () => {
  const { pruning } = await server.structured('read', READ_BACK)
  const args = { prune_id: pruning.prune_id, ranges: firstLine, include_line_numbers: true }
  const { result } = await server.call('recover_text', args)
  expectExactly(RecoverTextOutputSchema, result.structuredContent)
  expect(validators.get('recover_text')?.(result.structuredContent)).toBe(true)
})

test.each([
  ['read', {}],
  ['read', { file_path: '/etc/passwd' }],
  ['bash', { command: '' }],
  ['grep', { pattern: 1 }],
  ['recover_text', { prune_id: 1 }],
])('%s %j is refused over stdio', async (name, args) => {
  const { error } = await server.call(name, args)
  expect(error?.code).toBe(-32602)
  expectExactly(InvalidParamsDataSchema, error?.data)
})

const pruneText = (text: string, options = {}) => ({
  text,
  goal_hint: QUESTION,
  source_type: 'code',
  options: { ...PRUNE_OPTIONS, ...options },
})
const sentBy = (name: string, args: unknown) =>
  rpc(service.url, 'tools/call', { name, arguments: args })
const valueOf = async (name: string, args: unknown) =>
  JSON.parse((await sentBy(name, args)).result.content[0].text) as { readonly prune_id: string }

test.each<[string, object, z.ZodType]>([
  ['prune_text', pruneText(SOURCE), PruneTextOutputSchema],
  ['prune_text', pruneText(SOURCE, { annotate_lines: true }), PruneTextOutputSchema],
  ['prune_text', pruneText('one\ntwo\n'), PruneTextOutputSchema],
  ['prune_text', pruneText('x'.repeat(2_000_001)), PruneTextOutputSchema],
  ['health', {}, PruneHealthSchema],
])('%s at /rpc', async (name, args, schema) => {
  const sent = await valueOf(name, args)
  expect(schema.parse(sent)).toEqual(sent)
})

test('recover_text at /rpc', async () => {
  const { prune_id } = await valueOf('prune_text', pruneText(SOURCE))
  const args = { prune_id, ranges: firstLine, include_line_numbers: false }
  const sent = await valueOf('recover_text', args)
  expect(RecoverTextOutputSchema.parse(sent)).toEqual(sent)
})

test.each<[string, object, number, z.ZodType]>([
  ['prune_text', { text: 1 }, -32602, InvalidParamsDataSchema],
  [
    'recover_text',
    { prune_id: unknownId, ranges: firstLine, include_line_numbers: false },
    -32004,
    PruneErrorDataSchema,
  ],
  [
    'recover_text',
    { prune_id: unknownId, ranges: [{ start_line: 2, end_line: 1 }], include_line_numbers: false },
    -32005,
    PruneErrorDataSchema,
  ],
])('%s %j is refused at /rpc', async (name, args, code, schema) => {
  const { error } = await sentBy(name, args)
  expect(error.code).toBe(code)
  expectExactly(schema, error.data)
})

test('recover_text of lines that a kept text does not have is refused at /rpc', async () => {
  const { prune_id } = await valueOf('prune_text', pruneText(SOURCE))
  const ranges = [{ start_line: 100_000, end_line: 100_001 }]
  const { error } = await sentBy('recover_text', { prune_id, ranges, include_line_numbers: false })
  expect(error.code).toBe(-32005)
  expectExactly(PruneErrorDataSchema, error.data)
})

test.each([SOURCE, 'one\ntwo\n', ''])('/prune', async (code) => {
  const { status, json } = await post(`${service.url}/prune`, { code, query: QUESTION })
  expect(status).toBe(200)
  expectExactly(SwePruneAnswerSchema, json)
})

test('every answer of a wrapped server in an envelope, and artifact_read', async () => {
  const { client, close } = await connect({ options: ['--contract', 'always'] })
  const call = async (name: string, args: Record<string, unknown> = {}) =>
    client.callTool({ name, arguments: args })
  for (const [name, args] of [
    ['echo', { text: 'hello' }],
    ['huge_json', {}],
    ['json_array', { items: 3 }],
    ['huge_text', {}],
    ['failure', {}],
  ] as const) {
    const { structuredContent, content } = await call(name, args)
    const [first] = content as { readonly text: string }[]
    const envelope = structuredContent ?? JSON.parse(first?.text ?? '')
    expectExactly(MCPResponseEnvelopeSchema(z.unknown()), envelope)
    const { artifactRef: ref } = envelope as { readonly artifactRef?: string }
    if (ref === undefined) continue
    const read = await call('artifact_read', { ref })
    const block = { type: 'text', text: expect.any(String) }
    // A page, and how to read the next.
    expect(read).toEqual({ content: [block, block] })
  }
  await close()
})
