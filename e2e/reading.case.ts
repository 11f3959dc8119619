// What the model is given and what comes back to it, the same for every client. Each check is also run against
// a run in which it must fail, so that none of them can pass vacuously.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Client } from './clients.js'
import { lastToolResult, type Outcome, runScenario, type Scenario } from './harness.js'
import type { ModelAction, ModelRequest } from './stand-ins/model.js'

type Part = Omit<Scenario, 'client'>

interface Check {
  readonly given: Part
  readonly check: (outcome: Outcome) => void
  /** The same check must fail here. */
  readonly unless: Readonly<Record<string, Part>>
}

const read = (input: object): ModelAction => ({ call: 'read', input })
const FOCUSED = read({
  file_path: 'inventory.py',
  context_focus_question: 'How is the reorder quantity computed?',
})
const KEPT = '        wanted = demand * article.lead_time_days + safety_stock - self.stock(number)'
const SOURCE = readFileSync(join(import.meta.dirname, 'project/inventory.py'), 'utf8')

const missingLines = (text: string) =>
  SOURCE.split('\n').filter((line) => line.trim() !== '' && !text.includes(line))

const recover = ({ toolResults }: ModelRequest): ModelAction => ({
  call: 'recover_text',
  input: { prune_id: /prune_id=(\w+)/.exec(toolResults.at(-1) ?? '')?.[1] },
})

const BIG = Array.from(
  { length: 2_500 },
  (_, index) => `${`${index} ${'some words '.repeat(8)}`.slice(0, 79)}\n`,
).join('')
const bigFile = (project: string) => writeFileSync(join(project, 'big.txt'), BIG)

const checks = (client: Client): Readonly<Record<string, Check>> => ({
  'the tools are listed to the model from the first request on': {
    given: { script: [] },
    check: ({ requests }) =>
      expect(requests[0]?.prunerTools.toSorted()).toEqual(['bash', 'grep', 'read', 'recover_text']),
    unless: { 'the pruner is off': { script: [], env: { JEEVES_PRUNER_ENABLED: 'off' } } },
  },
  'a read with a question comes back pruned, as plain text with its markers': {
    given: { script: [FOCUSED] },
    check: (outcome) => {
      const text = lastToolResult(outcome)
      expect(text.split('\n').some((line) => line.endsWith(KEPT))).toBe(true)
      expect(missingLines(text)).not.toEqual([])
      expect(text).toMatch(/^…\d+:$/m)
      expect(text).toMatch(/prune_id=\w+/)
      const saved = outcome.events.find(({ type }) => type === 'tool_result')?.['pruning']
      expect(saved).toMatchObject({ applied: true })
    },
    unless: {
      'the result is structured': { script: [FOCUSED], env: { MCP_PRUNER_OUTPUT: 'structured' } },
      'no question is asked': { script: [read({ file_path: 'inventory.py' })] },
      'pruning is off': { script: [FOCUSED], env: { JEEVES_PRUNER_URL: '' } },
    },
  },
  'recover_text brings the cut lines': {
    given: { script: [FOCUSED, recover] },
    check: (outcome) => {
      expect(missingLines(outcome.requests[1]?.toolResults[0] ?? '')).not.toEqual([])
      expect(missingLines(lastToolResult(outcome))).toEqual([])
    },
    unless: {
      'the reference is wrong': {
        script: [
          FOCUSED,
          { call: 'recover_text', input: { prune_id: 'prn_00000000000000000000000000' } },
        ],
      },
    },
  },
  'a failure says what is missing': {
    given: { script: [read({ file_path: 'missing.py' })] },
    check: (outcome) => {
      expect(lastToolResult(outcome)).toMatch(/no such file/i)
      expect(lastToolResult(outcome)).toContain('missing.py')
      expect(outcome.events.find(({ type }) => type === 'tool_result')?.['ok']).toBe(false)
    },
    unless: { 'the file is there': { script: [read({ file_path: 'inventory.py' })] } },
  },
  'wrong arguments are answered with the name of the right one': {
    given: { script: [read({ path: 'inventory.py' })] },
    check: (outcome) => expect(lastToolResult(outcome)).toContain('file_path'),
    unless: { 'the arguments are right': { script: [read({ file_path: 'inventory.py' })] } },
  },
  'a read of 200 KB without a question arrives as far as the client lets it': {
    given: { script: [read({ file_path: 'big.txt' })], prepare: bigFile },
    check: (outcome) => expect(client.showsLongResult(lastToolResult(outcome), BIG)).toBe(true),
    unless: { 'the file is small': { script: [read({ file_path: 'inventory.py' })] } },
  },
  'a folder whose name needs every kind of quoting is still the root': {
    given: { script: [FOCUSED], folder: `it's "a" \\ b=c.d\n#é` },
    check: (outcome) => {
      expect(lastToolResult(outcome)).toContain(KEPT)
      expect(outcome.log[0]?.data['root']).toMatch(/it's "a" \\ b=c\.d\n#é$/)
    },
    unless: { 'the folder is another': { script: [FOCUSED] } },
  },
})

export function describeReading(client: Client): void {
  describe.each(Object.entries(checks(client)))('%s', (_name, { given, check, unless }) => {
    test('holds', async () => {
      const outcome = await runScenario({ client, ...given })
      check(outcome)
      expect(outcome.events.at(-1)).toEqual({ type: 'result', ok: true })
      expect(outcome.exitCode).toBe(0)
      expect(outcome.asked.filter((asked) => !client.expected.includes(asked))).toEqual([])
    })

    test.each(Object.entries(unless))('control: fails when %s', async (_control, control) => {
      const outcome = await runScenario({ client, ...control })
      expect(outcome.exitCode).toBe(0)
      expect(() => check(outcome)).toThrow(/^expected /)
    })
  })
}
