import { expect, test } from 'vitest'
import { leftoversIn } from './find-leftovers.js'

const DATA = '/home/me/.local/share/mcp-pruner'
const server = { command: 'node', args: [`${DATA}/app/index.js`] }
const member = { kind: 'member' as const, path: ['mcpServers', 'pruner'], value: server }
const found = (
  format: 'json' | 'line' | 'own',
  text: string,
  edit: { kind: 'member' | 'element'; path: readonly string[]; value: unknown } = member,
  clients: readonly 'cursor'[] = [],
) =>
  leftoversIn(format, text, [{ client: 'cursor', edit: edit as never }], {
    dataFolder: DATA,
    clients,
  }).map(({ value }) => value)

test('an entry that names our copy is ours, also of another version', () => {
  const older = { command: 'bun', args: [`${DATA}/app/index.js`, '--old'] }
  expect(found('json', JSON.stringify({ mcpServers: { pruner: older } }))).toEqual([older])
})

test("a user's own entry under our name is not", () => {
  expect(found('json', '{"mcpServers":{"pruner":{"command":"mine"}}}')).toEqual([])
  expect(found('json', '{"mcpServers":{}}')).toEqual([])
})

test('of a list the one element that is ours', () => {
  const hook = { type: 'mcp_tool', tool: 'native_hook' }
  const edit = { kind: 'element' as const, path: ['hooks'], value: hook }
  expect(found('json', JSON.stringify({ hooks: [{ tool: 'x' }, hook] }), edit)).toEqual([hook])
  expect(found('json', '{"hooks":[{"tool":"x"}]}', edit)).toEqual([])
  expect(found('json', '{"hooks":"native_hook"}', edit)).toEqual([])
})

test('what names nothing of ours is taken only beside a server of ours', () => {
  const edit = { kind: 'element' as const, path: ['allow'], value: 'mcp__pruner' }
  expect(found('json', '{"allow":["mcp__pruner"]}', edit)).toEqual([])
  expect(found('json', '{"allow":["other","mcp__pruner"]}', edit, ['cursor'])).toEqual([
    'mcp__pruner',
  ])
  expect(found('json', '{"allow":["other"]}', edit, ['cursor'])).toEqual([])
})

test('a line of instructions, and a file of our own', () => {
  const edit = { kind: 'element' as const, path: [], value: 'Use the pruner.' }
  expect(found('line', '# Mine\r\nUse the pruner.\r\n', edit)).toEqual(['Use the pruner.'])
  expect(found('line', '# Mine\nUse the pruner. Now.\n', edit)).toEqual([])
  expect(found('own', `run ${DATA}/app/index.js`, edit)).toEqual([`run ${DATA}/app/index.js`])
  expect(found('own', 'run mine', edit)).toEqual([])
})
