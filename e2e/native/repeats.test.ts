// Lines that a real client's model already has are not sent again; after a compaction everything is.
import { expect, test } from 'vitest'
import type { AgentProgram } from '../clients/agent-program.js'
import { claude, talking } from '../clients/claude.js'
import { copilot } from '../clients/copilot.js'
import { opencode } from '../clients/opencode.js'
import type { AgentStep } from '../stand-ins/agent-api.js'
import { FILES } from './long-texts.js'
import { UNTIL_SERVER } from './native.case.js'
import { runAgent } from './run-agent.js'

/** Steps in order, whatever the request contains: after a compaction it has no results. */
const inOrder = (steps: readonly AgentStep[]): readonly AgentStep[] => {
  let next = 0
  return new Proxy(steps, {
    get: (target, key) => (/^\d+$/.test(String(key)) ? target[next++] : Reflect.get(target, key)),
  })
}

const wait = (program: AgentProgram) => ({ say: 'Wait.', ...program.shell(UNTIL_SERVER, 'Wait') })
const lines = (output = '') => output.split('\n')
/** By our own tool. */
const ownRead = ({ prunerTool }: AgentProgram, file: string, start_line: number) =>
  prunerTool('read', { file_path: file, start_line, end_line: start_line + 79 })

test('opencode: a range shows what is new in it, the same range again is raw', async () => {
  const read = (project: string, offset: number) => ({
    use: 'read',
    input: { filePath: `${project}/large.ts`, offset, limit: 80 },
  })
  const { results } = await runAgent({
    program: opencode,
    files: FILES,
    script: ({ project }) => [
      wait(opencode),
      { say: 'Look.', ...read(project, 1) },
      { say: 'More.', ...read(project, 41) },
      { say: 'Again.', ...read(project, 41) },
      { say: 'Another.', ...ownRead(opencode, 'other.ts', 1) },
      { say: 'More.', ...ownRead(opencode, 'other.ts', 41) },
      { say: 'Again.', ...ownRead(opencode, 'other.ts', 41) },
    ],
  })
  expect(lines(results[2])).toContain('…41-80 as in your read of large.ts from 1 above')
  expect(lines(results[2])).toContain('81: export const shade80 = mixColours(80, 3)')
  expect(results[2]).not.toContain('shade60')
  expect(lines(results[3])).toContain('61: export const shade60 = mixColours(60, 4)')
  expect(results[3]).not.toContain('…')
  expect(lines(results[5])).toContain('…41-80 as in your read of other.ts from 1 above')
  expect(lines(results[5])).toContain('export const tint80 = mixColours(80, 3)')
  expect(results[5]).not.toContain('tint60')
  expect(lines(results[6])).toContain('export const tint60 = mixColours(60, 4)')
  expect(results[6]).not.toContain('…')
}, 300_000)

test('opencode: after a compaction everything is sent again', async () => {
  const { requests } = await runAgent({
    program: {
      ...opencode,
      settings: (place) =>
        Object.fromEntries(
          Object.entries(opencode.settings(place)).map(([name, text]) => [
            name,
            text.replace('"context": 400000', '"context": 60000'),
          ]),
        ),
    },
    files: FILES,
    script: ({ project }) => {
      const read = {
        use: 'read',
        input: { filePath: `${project}/large.ts`, offset: 1, limit: 80 },
      }
      return inOrder([
        wait(opencode),
        { say: 'Look.', ...read },
        { say: 'Full.', ...opencode.shell('true', 'Nothing'), inputTokens: 70_000 },
        { say: 'After.', ...read },
        { say: 'done' },
      ])
    },
  })
  const last = requests.findLast(({ hasTools }) => hasTools)?.results ?? []
  // The summary replaces what was there before.
  expect(last.length).toBeLessThan(3)
  expect(lines(last.at(-1))).toContain('61: export const shade60 = mixColours(60, 4)')
}, 300_000)

test('Claude Code: a range shows what is new in it, and after a compaction everything is sent again', async () => {
  const read = (project: string, offset: number) => ({
    use: 'Read',
    input: { file_path: `${project}/large.ts`, offset, limit: 80 },
  })
  const { requests } = await runAgent({
    program: talking(claude),
    files: FILES,
    prompts: ['Look at the shades.', '/compact', 'Go on.'],
    // The same steps once more after the compaction, when there are no results.
    script: ({ project }) => [
      wait(claude),
      { say: 'Look.', ...read(project, 1) },
      { say: 'More.', ...read(project, 41) },
      { say: 'Another.', ...ownRead(claude, 'other.ts', 1) },
      { say: 'More.', ...ownRead(claude, 'other.ts', 41) },
    ],
  })
  const whole = requests.filter(({ hasTools, results }) => hasTools && results.length === 5)
  for (const { results } of [whole[0], whole.at(-1)].map((request) => request ?? { results: [] })) {
    expect(lines(results[1])).toContainEqual(expect.stringMatching(/^\s*61\Wexport const shade60 /))
    expect(results[1]).not.toContain('…')
    expect(lines(results[2])).toContain('…41-80 as in your read of large.ts from 1 above')
    expect(results[2]).toMatch(/^\s*81\Wexport const shade80 /m)
    expect(results[2]).not.toContain('shade60 ')
    expect(lines(results[3])).toContain('export const tint60 = mixColours(60, 4)')
    expect(lines(results[4])).toContain('…41-80 as in your read of other.ts from 1 above')
    expect(results[4]).not.toContain('tint60 ')
  }
  // The compaction took the first results away.
  const later = requests.slice(requests.findIndex(({ results }) => results.length === 5))
  expect(later.some(({ hasTools, results }) => hasTools && results.length === 0)).toBe(true)
}, 300_000)

const view = (project: string, from: number, to: number) => ({
  use: 'view',
  input: { path: `${project}/large.ts`, view_range: [from, to] },
})

// Its hooks name no call, and it records a call some 100 ms after they have begun.
test('Copilot: a range shows what is new in it, and each call is pruned by its own words', async () => {
  const { results } = await runAgent({
    program: copilot,
    files: FILES,
    script: ({ project }) => [
      wait(copilot),
      { say: 'Look.', ...view(project, 1, 80) },
      { say: 'More.', ...view(project, 41, 120) },
      { say: 'Again.', ...view(project, 41, 120) },
      { say: 'I need to see where tint77 is mixed.', ...copilot.shell('cat other.ts', 'Show it') },
      { say: 'I need to see where tint555 is mixed.', ...copilot.shell('nl other.ts', 'Show it') },
    ],
  })
  expect(lines(results[2])).toContain('…41-80 as in your read of large.ts from 1 above')
  expect(lines(results[2])).toContain('export const shade80 = mixColours(80, 3)')
  expect(results[2]).not.toContain('shade60 ')
  expect(lines(results[3])).toContain('export const shade60 = mixColours(60, 4)')
  expect(results[4]).toContain('tint77 =')
  expect(results[4]).not.toContain('tint555 =')
  expect(results[5]).toContain('tint555 =')
}, 300_000)

test('Copilot: a view of a range is never cut', async () => {
  const { results } = await runAgent({
    program: copilot,
    files: FILES,
    script: ({ project }) => [
      wait(copilot),
      { say: 'I need to see how reorderQuantity rounds.', ...view(project, 560, 640) },
    ],
  })
  expect(lines(results[1])).toContain('  return Math.floor(demand - stock) // rounds down')
  expect(lines(results[1])).toContain('export const shade559 = mixColours(559, 6)')
  expect(results[1]).not.toContain('…')
}, 300_000)
