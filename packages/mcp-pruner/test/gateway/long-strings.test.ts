// A long string inside data is a text: it is pruned by the question, or shown as far as it fits, and says how to read on.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answering, bytesOf, type Connected, connect, refIn } from './wrapped.js'

interface Result {
  content: { type: string; text?: string }[]
  structuredContent?: Record<string, unknown>
}

const folder = mkdtempSync(join(tmpdir(), 'mcp-pruner-strings-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** 120 changed files, one of which changes how often a payment is tried again. */
const diff = Array.from({ length: 120 }, (_, file) => [
  `diff --git a/src/part${file}/index.ts b/src/part${file}/index.ts`,
  `--- a/src/part${file}/index.ts`,
  `+++ b/src/part${file}/index.ts`,
  `@@ -1,8 +1,8 @@ export function part${file}() {`,
  ...Array.from(
    { length: 6 },
    (_line, i) => `   const value${i} = compute${file}(${i}, "text ${i}")`,
  ),
  file === 77 ? '-  const maxPaymentRetries = 3' : `-  const width = ${file}`,
  file === 77 ? '+  const maxPaymentRetries = 11' : `+  const width = ${file + 1}`,
]).flat()
const text = diff.join('\n')
const prose = Array.from({ length: 900 }, (_, i) =>
  i === 640 ? 'The zebra left the zoo at midnight.' : `Sentence ${i} speaks of the weather.`,
).join('\n')
const WORDS = ['river', 'meadow', 'copper', 'lantern', 'harbour', 'window', 'branch', 'orchard']
const words = (count: number, from: number) =>
  Array.from({ length: count }, (_, i) => WORDS[(from * 5 + i * 3) % WORDS.length]).join(' ')
const page = Array.from(
  { length: 60 },
  (_, i) =>
    `## Result ${i}: ${words(4, i)}\n\n${i === 13 ? 'The vacuum threshold of autovacuum is 50 rows by default.' : words(200, i)}`,
).join('\n\n')
/** Paragraphs of a page, one of which answers, in the middle of it; `others` are words of the question in every third. */
const paragraphs = (count: number, length: number, others = '') =>
  Array.from({ length: count }, (_, i) => {
    const half = words(length / 2, i)
    const isAnswer = i === Math.floor(count / 3)
    return `${half} ${isAnswer ? 'The metrics exporter listens on port 9187.' : i % 3 === 0 ? others : ''} ${half}`
  }).join('\n\n')
const value = { success: true, repository: '/project/shop', diff: text, fileCount: 120 }
const json = (data: unknown) => ({ content: [{ type: 'text', text: JSON.stringify(data) }] })
const closed = {
  type: 'object',
  properties: {
    success: { type: 'boolean' },
    repository: { type: 'string' },
    diff: { type: 'string' },
    fileCount: { type: 'integer' },
  },
  required: ['success', 'repository', 'diff', 'fileCount'],
  additionalProperties: false,
}
const file = prose.split('\n').slice(600, 700).join('\n')
const rows = JSON.stringify(
  Array.from({ length: 60 }, (_, i) => ({ id: i, animal: i === 40 ? 'zebra' : `lion ${i}` })),
  null,
  1,
)
const closedFile = {
  type: 'object',
  properties: { content: { type: 'string' } },
  required: ['content'],
  additionalProperties: false,
}
const server = answering(
  folder,
  'strings',
  {
    in_text: json(value),
    both: { ...json(value), structuredContent: value },
    structured: { content: [], structuredContent: value },
    apart: {
      content: [{ type: 'text', text: 'The diff is in the value.' }],
      structuredContent: value,
    },
    typed: { ...json(value), structuredContent: value },
    // As the filesystem server sends a file that fits. It was shown whole, because there was room for it.
    file: { content: [{ type: 'text', text: file }], structuredContent: { content: file } },
    json_file: { content: [{ type: 'text', text: rows }], structuredContent: { content: rows } },
    // A page as a crawler returns it, a paragraph per line. Of long lines an engine's answer has parts, and whole ones
    // were too many: what was cut then was the middle, with the answer.
    page: json({ markdown: page, title: 'Page' }),
    // Asked again for less, the engine was not told how much less; and what it had chosen was cut from both ends.
    few_long: json({ markdown: paragraphs(12, 330) }),
    // Two of its lines are more than an answer may hold.
    longest: json({ markdown: paragraphs(18, 930) }),
    crowded: json({ markdown: paragraphs(36, 330, 'The port of an exporter listens.') }),
    long_text: {
      content: [{ type: 'text', text: paragraphs(40, 330, 'The port of an exporter listens.') }],
    },
    nested: json({
      pages: [
        { url: 'a', body: prose },
        { url: 'b', body: prose.replace('zebra', 'lion') },
      ],
    }),
  },
  {},
  { typed: closed, file: closedFile, json_file: closedFile },
)

let gateway: Connected | undefined
const ask = async (name: string, args: Record<string, unknown> = {}): Promise<Result> =>
  (await gateway?.client.callTool({ name, arguments: args })) as Result
const seen = ({ content, structuredContent }: Result): string =>
  structuredContent
    ? JSON.stringify(structuredContent)
    : content.map((block) => block.text).join('\n')
/** The line that the answer says to read on from is the next line of the diff. */
async function expectNextLine(result: Result): Promise<void> {
  const pointer = /pointer=(\/[\w/]+) start_line=(\d+)/.exec(seen(result))
  const start_line = Number(pointer?.[2])
  const read = await ask('artifact_read', {
    ref: refIn(result),
    pointer: pointer?.[1],
    start_line,
    end_line: start_line,
  })
  expect(read.content[0]?.text).toBe(`${diff[start_line - 1]}\n`)
}
const QUESTION = { context_focus_question: 'How many times is a payment retried now?' }

describe.each(['gateway-test', 'claude-code', 'codex-mcp-client'])('for %s', (name) => {
  beforeAll(async () => {
    gateway = await connect({ server, name })
    await gateway.client.listTools()
  })
  afterAll(() => gateway?.close())

  test.each(['in_text', 'both', 'structured', 'apart', 'typed'])(
    '%s: the lines that answer a question, and how to read on',
    async (tool) => {
      const result = await ask(tool, QUESTION)
      if (tool === 'apart' && !seen(result).includes('part77')) return
      expect(seen(result)).toContain('+  const maxPaymentRetries = 11')
      expect(seen(result)).toContain('src/part77/index.ts')
      expect(seen(result)).toMatch(
        /\d+ of 1440 lines \(\d+ characters\) shown; read on: artifact_read /,
      )
      expect(bytesOf(result)).toBeLessThan(10_240)
      await expectNextLine(result)
    },
  )

  test('a file within the limit: only the lines that answer', async () => {
    const question = 'When did the zebra leave the zoo?'
    const result = await ask('file', { context_focus_question: question })
    expect(seen(result)).toContain('The zebra left the zoo at midnight.')
    expect(seen(result)).toMatch(/\d+ of 100 lines/)
    expect(bytesOf(result)).toBeLessThan(1700)
  })

  // The text is kept, not the value that the file is a member of.
  test('a JSON file: what says how to read on does', async () => {
    const result = await ask('json_file', { context_focus_question: 'Which id has the zebra?' })
    expect(seen(result)).toContain('zebra')
    const [, pointer] = /pointer=(\S+)/.exec(seen(result)) ?? []
    const read = await ask('artifact_read', { ref: refIn(result), ...(pointer && { pointer }) })
    expect(read.content[0]?.text).toContain('"animal": "lion 59"')
  })

  test.each(['in_text', 'both', 'structured', 'typed'])(
    '%s: without a question as many lines as fit',
    async (tool) => {
      const result = await ask(tool)
      expect(bytesOf(result)).toBeLessThan(10_240)
      expect(bytesOf(result)).toBeGreaterThan(7500)
      expect(seen(result)).toContain('/project/shop')
      expect(seen(result)).toContain(diff[0])
      expect(seen(result)).toContain(diff[20]?.replaceAll('"', '\\"'))
      await expectNextLine(result)
    },
  )

  test('the line that answers stays where paragraphs are long', async () => {
    const question = 'What is the vacuum threshold of autovacuum?'
    const result = await ask('page', { context_focus_question: question })
    expect(result.content[0]?.text).toContain('autovacuum is 50 rows by default')
    expect(bytesOf(result)).toBeLessThan(10_240)
  })

  test.each(['few_long', 'longest', 'crowded', 'long_text'])(
    '%s: of what was chosen, the line that answers is shown',
    async (tool) => {
      const question = 'Which port does the metrics exporter listen on?'
      const result = await ask(tool, { context_focus_question: question })
      expect(result.content[0]?.text).toContain('exporter listens on port 9187.')
      expect(bytesOf(result)).toBeLessThan(10_240)
    },
  )

  test('texts in the items of a list', async () => {
    const asked = await ask('nested', {
      context_focus_question: 'When did the zebra leave the zoo?',
    })
    expect(seen(asked)).toContain('The zebra left the zoo at midnight.')
    const plain = await ask('nested')
    expect(bytesOf(plain)).toBeGreaterThan(7500)
    expect(seen(plain)).toContain('pointer=/pages/0/body')
    expect(seen(plain)).toContain('pointer=/pages/1/body')
  })
})
