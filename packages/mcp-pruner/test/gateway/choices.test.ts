// Items that a question selects stay at any depth: in lists of lists, in maps, in separate blocks.
// Each case lost its answer, or showed it as another's, once.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answering, type Connected, connect } from './wrapped.js'

interface Result {
  readonly content: {
    type: string
    text?: string
    uri?: string
    resource?: { uri: string; text: string }
  }[]
  readonly structuredContent?: Record<string, unknown>
}

const folder = mkdtempSync(join(tmpdir(), 'mcp-pruner-choices-'))
const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i))
const lines = (name: string) =>
  times(150, (i) =>
    name === 'b' && i === 77 ? 'the zebra escaped at midnight' : `line ${i} of file ${name}`,
  )
const matches = (name: string) => lines(name).map((text, line) => ({ line, text }))
const services = Object.fromEntries(
  times(300, (i) => [
    `svc${i}`,
    { port: 8000 + i, state: i === 217 ? 'the zebra escaped at midnight' : 'fine as it is' },
  ]),
)
const nodes = times(90, (i) => ({
  number: i,
  author: { company: { name: i === 61 ? 'where the zebra escaped at midnight' : 'Acme' } },
}))
const data = {
  grouped: { files: ['a', 'b', 'c'].map((path) => ({ path, matches: matches(path) })) },
  alone: { files: [{ path: 'b', matches: matches('b') }] },
  map: { services, total: 300 },
  far: { data: { warnings: ['old'], repository: { issues: { totalCount: 90, nodes } } } },
  own: { count: 7, note: 'kept', truncated: false, artifactRef: null, rows: matches('b') },
}
const block = (text: string) => ({ type: 'text', text })
const server = answering(folder, 'choices', {
  ...Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) => [
      [name, { content: [block(JSON.stringify(value))] }],
      [`${name}_value`, { content: [], structuredContent: value }],
    ]),
  ),
  embedded: {
    content: ['a', 'b', 'c'].map((name) => ({
      type: 'resource',
      resource: { uri: `file:///${name}`, mimeType: 'text/plain', text: lines(name).join('\n') },
    })),
  },
  links: {
    content: times(200, (i) => ({
      type: 'resource_link',
      uri: `file:///${i}`,
      name: i === 133 ? 'how the zebra escaped at midnight' : `report ${i}`,
    })),
  },
  texts: { content: ['a', 'b', 'c'].map((name) => block(lines(name).join('\n'))) },
  tags: {
    content: [
      block(
        JSON.stringify(
          Object.fromEntries(
            times(300, (i) => [`svc${i}`, { owner: `team ${i}`, tags: ['a', 'b'] }]),
          ),
        ),
      ),
    ],
  },
})

let program: Connected
let agent: Connected
let always: Connected
beforeAll(async () => {
  program = await connect({ server })
  agent = await connect({ server, name: 'claude-code' })
  always = await connect({ server, options: ['--contract', 'always'] })
})
afterAll(async () => {
  await Promise.all([program, agent, always].map((gateway) => gateway.close()))
  rmSync(folder, { recursive: true, force: true })
})

const question = { context_focus_question: 'When did the zebra escape?' }
const ask = async (from: Connected, name: string, args: object = question): Promise<Result> =>
  (await from.client.callTool({ name, arguments: args as Record<string, unknown> })) as Result
const shown = ({ content }: Result) => content.map(({ text = '' }) => text).join('\n')

describe('the item that answers stays, with the real count of its list', () => {
  const told = {
    grouped: /\d+ of 150 items of \/files\/1\/matches/,
    alone: /\d+ of 150 items of \/files\/0\/matches/,
    map: /only \d+ of 300 members of \/services shown/,
    far: /only \d+ of 90 items of \/data\/repository\/issues\/nodes shown/,
    own: /only \d+ of 150 items of \/rows shown/,
  }
  test.each(Object.entries(told))('%s', async (name, said) => {
    for (const [from, tool] of [
      [program, name],
      [agent, name],
      [agent, `${name}_value`],
      [program, `${name}_value`],
    ] as const) {
      const result = await ask(from, tool)
      const view = result.structuredContent
        ? JSON.stringify(result.structuredContent)
        : shown(result)
      expect(view).toContain('the zebra escaped at midnight')
      expect(view).toMatch(said)
      expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(3000)
      // Everything else is left out.
      expect(view).not.toMatch(/line 30 of file|svc30"|"number":30,/)
    }
    const envelope = JSON.parse((await ask(always, name)).content[0]?.text ?? '')
    expect(JSON.stringify(envelope)).toContain('the zebra escaped at midnight')
    expect(envelope.metadata.truncated).toBe(true)
  })

  test('members of the tool that are called as ours keep their values', async () => {
    const { structuredContent } = await ask(program, 'own_value')
    const { count, note, truncated, artifactRef } = data.own
    expect(structuredContent).toMatchObject({ count, note, truncated, artifactRef })
    expect(structuredContent).toHaveProperty('⟦mcp-pruner: note⟧')
  })
})

test('a name that is nowhere in the data is said to be missing', async () => {
  const asked = { context_focus_question: 'Where is ZEBRA_LIMIT set?' }
  for (const from of [program, agent]) {
    for (const tool of ['alone', 'alone_value', 'embedded']) {
      const result = await ask(from, tool, asked)
      expect(JSON.stringify(result)).toContain('not in this text: ZEBRA_LIMIT')
    }
  }
})

describe('blocks with their own source', () => {
  test('an embedded file shows its own lines with their own numbers', async () => {
    for (const from of [program, agent, always]) {
      const { content } = await ask(from, 'embedded')
      const files = content.flatMap(({ resource }) => resource ?? [])
      for (const { uri, text } of files) {
        for (const line of text.split('\n').filter((one) => !one.startsWith('⟦mcp-pruner: '))) {
          expect(lines(uri.at(-1) ?? '')).toContain(line)
        }
      }
      const found = files.find(({ uri }) => uri === 'file:///b')?.text
      expect(found).toContain('the zebra escaped at midnight')
      expect(found).toMatch(/^⟦mcp-pruner: lines 1-\d+ cut⟧\n/)
      expect(content.at(-1)?.text).toMatch(
        /only (?:\d of 3 blocks, )?\d+ of 450 lines shown; .*ax:/,
      )
    }
    expect(JSON.parse((await ask(always, 'embedded')).content[0]?.text ?? '').count).toBe(450)
  })

  test('links are chosen from', async () => {
    for (const from of [program, agent, always]) {
      const { content } = await ask(from, 'links')
      expect(content.map(({ uri }) => uri)).toContain('file:///133')
      expect(content.length).toBeLessThan(20)
      expect(content.at(-1)?.text).toMatch(/^⟦mcp-pruner: only \d+ of 200 blocks shown; .*ax:/)
    }
  })

  test('several texts are one, whose lines can be recovered by the numbers in its marks', async () => {
    const text = shown(await ask(program, 'texts'))
    expect(text).toContain('the zebra escaped at midnight')
    const next = Number(/…(\d+):\n/.exec(text)?.[1])
    const line = text.split(`…${next}:\n`)[1]?.split('\n')[0]
    const ref = /ax:\/\/[^⟧]+/.exec(text)?.[0]
    const read = await ask(program, 'artifact_read', { ref, start_line: next, end_line: next })
    expect(read.content[0]?.text?.trimEnd()).toBe(line)
  })

  test('an envelope before a text does not make it longer', async () => {
    const result = await ask(always, 'texts')
    expect(shown(result)).toContain('the zebra escaped at midnight')
    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(1500)
  })
})

test('a list inside one of many records is not the main list', async () => {
  const envelope = JSON.parse(shown(await ask(program, 'tags', {})))
  expect(envelope.items).toBeUndefined()
  expect(envelope.summary).toBe('tags: 300 fields')
  expect(envelope.data['svc0']).toMatchObject({
    owner: 'team 0',
    tags: ['a', 'b'],
  })
})

test('a text in kept data is read by pointer and lines', async () => {
  const { content } = await ask(program, 'embedded')
  const ref = /ax:\/\/[^⟧]+/.exec(content.at(-1)?.text ?? '')?.[0]
  const pointer = '/content/1/resource/text'
  const read = await ask(program, 'artifact_read', { ref, pointer, start_line: 78, end_line: 78 })
  expect(read.content[0]?.text).toBe('the zebra escaped at midnight\n')
})
