import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterEach, expect, test } from 'vitest'
import type { InstallPlace } from '../../clients/agent-client.js'
import { checkServer } from './server-check.js'

const LISTS_TOOLS = `
import { createInterface } from 'node:readline'
import { writeFileSync } from 'node:fs'
process.on('SIGTERM', () => setTimeout(() => {
  writeFileSync('ended', '')
  process.exit()
}, 100))
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id } = JSON.parse(line)
  if (id === 2) console.log(JSON.stringify({ id, result: { tools: [{ name: 'read' }, { name: 'bash' }] } }))
})`

let home: string
afterEach(() => removeTree(home))

function check(program: string, more: Partial<InstallPlace> = {}) {
  home = makeTree({ 'index.mjs': program })
  const entry = join(home, 'index.mjs')
  return checkServer({ node: process.execPath, entry, env: {}, home, ...more } as InstallPlace)
}

// It went on writing to its folders while its caller believed that nothing was running.
test('the server that lists its tools has ended when that is said', async () => {
  const [finding, ...more] = await check(LISTS_TOOLS)
  expect(finding).toMatchObject({
    state: 'ok',
    text: expect.stringMatching(/^answers in \d+ ms with read, bash$/) as string,
  })
  expect(more).toEqual([])
  expect(existsSync(join(home, 'ended'))).toBe(true)
})

test.each([
  [
    'its own reason',
    `console.error('{"message":"the port is taken"}'); process.exit(1)`,
    'the port is taken',
  ],
  ['no reason', 'process.exit(1)', 'no answer'],
])('one that does not start is reported with %s', async (_what, program, why) => {
  expect(await check(program)).toMatchObject([
    { state: 'bad', text: `it does not start: ${why}`, fix: 'mcp-pruner install' },
  ])
})

test('a Node that is not there is reported', async () => {
  expect(await check('', { node: '/missing/node' })).toMatchObject([{ state: 'bad' }])
})

test('a copy that is not there is for other checks', async () => {
  expect(await check('', { entry: '/missing/index.js' })).toEqual([])
})
