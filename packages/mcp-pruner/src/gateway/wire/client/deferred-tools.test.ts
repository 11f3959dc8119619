import { expect, test } from 'vitest'
import type { WrappedTool } from './catalog.js'
import { DEFERRED_TOOLS, findTools } from './deferred-tools.js'

const tool = (exposedName: string, description: string): WrappedTool => ({
  upstream: undefined as never,
  name: exposedName,
  exposedName,
  definition: { name: 'own', description, inputSchema: { type: 'object' } },
  owns: new Set(),
})
const TOOLS = [
  tool('send_mail', 'Sends a message. Needs an account.'),
  tool('list_users', 'Lists all who can get a mail'),
  tool('ping', ''),
]
const found = (args: object, tools = TOOLS) =>
  findTools(tools, { ...args }) as { content: [{ text: string }]; isError?: boolean }
const lines = (args: object, tools?: WrappedTool[]) =>
  found(args, tools).content[0].text.split('\n')

test('all are listed, a line each with the first sentence', () => {
  expect(lines({})).toEqual([
    'send_mail: Sends a message.',
    'list_users: Lists all who can get a mail',
    'ping',
  ])
})

test('those that match are listed, by name before description', () => {
  expect(lines({ query: 'mail users' })).toEqual([
    'list_users: Lists all who can get a mail',
    'send_mail: Sends a message.',
  ])
  expect(lines({ query: 'MESSAGE' })).toEqual(['send_mail: Sends a message.'])
  expect(lines({ query: 'weather' })[0]).toBe('no tool matches; these are the first of all:')
  expect(lines({ query: 'weather' })).toHaveLength(4)
})

test('one by its name, whole', () => {
  expect(JSON.parse(found({ name: 'send_mail' }).content[0].text)).toEqual({
    name: 'send_mail',
    description: 'Sends a message. Needs an account.',
    inputSchema: { type: 'object' },
  })
  expect(found({ name: 'send_mail' }).isError).toBeUndefined()
  expect(found({ name: 'own' })).toEqual({
    content: [{ type: 'text', text: 'there is no tool own; find_tools without a name lists all' }],
    isError: true,
  })
})

test('forty are listed, the others counted, and long lines cut', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, i) => tool(`t${i}`, 'x'.repeat(300)))
  expect(lines({}, many(40))).toHaveLength(40)
  expect(lines({}, many(42)).at(-1)).toBe('and 2 more: narrow the query')
  expect(lines({}, many(1))[0]).toHaveLength(160)
  expect(lines({}, many(1))[0]).toMatch(/^t0: x+…$/)
})

// Clients ask before they call a tool that may change something.
test('looking for tools changes nothing, and calling one may', () => {
  expect(DEFERRED_TOOLS.map(({ annotations }) => annotations)).toEqual([
    { readOnlyHint: true, openWorldHint: false },
    undefined,
  ])
})
