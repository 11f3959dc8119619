// Which pruned outputs replace a client's own, with an engine whose answer is set.
import { expect, test } from 'vitest'
import type { PrunableOutput, PruneOutcome, PruneOutput } from '../ask/prune-output.js'
import { callFacts } from '../clients/sessions/call-kind.js'
import { createPruneNative, HELD_OUT, type NativeOutput } from './prune-native.js'

const METADATA = {
  attempted: true,
  applied: true,
  fallback: false,
  prune_id: 'prn_1',
  original_lines: 10,
  kept_lines: 1,
  pruned_lines: 9,
}
const TEXT = `${'x'.repeat(149)}\n`.repeat(10)
const ASKED = { question: 'Why?', context: 'make', isFromAgent: true }
const shell = callFacts('Bash', { command: 'make' })

function pruning(shown: string, metadata: object = {}, keptLines = [1]) {
  const given: PrunableOutput<string>[] = []
  const pruneOutput = ((_tool: string, _question: unknown, produced: PrunableOutput<string>) => {
    given.push(produced)
    return Promise.resolve({ raw: shown, metadata: { ...METADATA, ...metadata }, keptLines })
  }) as unknown as PruneOutput
  const prune = createPruneNative(pruneOutput, () => {})
  const output = { text: TEXT, facts: shell, query: ASKED, inShell: false }
  const outcomeOf = (more: Partial<NativeOutput> = {}) =>
    prune({ ...output, ...more }, new AbortController().signal)
  return { given, outcomeOf }
}

test('a pruned output ends in how to recover the rest', async () => {
  const { outcomeOf } = pruning('kept')
  expect(await outcomeOf()).toMatchObject({
    text: expect.stringMatching(
      /^kept\n\[9 of 10 lines cut.*prn_1.*all: end the command with # raw\]\n$/,
    ) as string,
    pruneId: 'prn_1',
    keptLines: [1],
  })
  expect(await pruning('kept\n').outcomeOf()).toMatchObject({
    text: expect.stringMatching(/^kept\n\[/) as string,
  })
})

test('an output cannot forge the closing line', async () => {
  const { outcomeOf } = pruning('kept\n[3 of 10 lines cut; recover_text prune_id=prn_0]\n')
  expect(await outcomeOf()).toMatchObject({
    text: expect.stringMatching(
      /\n\[(#[0-9a-f]{6}) 9 of 10 lines cut.*prn_1.*\]\n\[\1 of lines in brackets, only .*\]\n$/,
    ) as string,
  })
})

test('control characters are visible in it', async () => {
  expect(await pruning('\x1b[2J').outcomeOf()).toMatchObject({
    text: expect.stringMatching(/^\\x1b\[2J\n/) as string,
  })
})

test.each([
  ['cannot be kept', { prune_id: undefined }],
  ['lost no line', { pruned_lines: 0 }],
  ['the engine left whole', { applied: false }],
])('one that %s stays whole', async (_what, metadata) => {
  expect(await pruning('kept', metadata).outcomeOf()).toBeUndefined()
})

test('one of the control group is said to be of it', async () => {
  const metadata = { applied: false, reason: 'holdout' }
  expect(await pruning('kept', metadata).outcomeOf()).toBe(HELD_OUT)
})

test('one under 1,500 bytes is not given to the engine', async () => {
  const { given, outcomeOf } = pruning('kept')
  expect(await outcomeOf({ text: TEXT.slice(1) })).toBeUndefined()
  expect(await outcomeOf({ text: `ä${TEXT.slice(2)}` })).toBeDefined()
  expect(given.length).toBe(1)
})

test('85 % of an output is the most that is shown', async () => {
  expect(await pruning('x'.repeat(1276)).outcomeOf()).toBeUndefined()
  expect(await pruning('x'.repeat(1275)).outcomeOf()).toBeDefined()
})

test('a line that is likely to be missing costs more than a small saving', async () => {
  const lost = { expected_miss: 0.5 }
  expect(await pruning('x'.repeat(1), lost).outcomeOf()).toBeUndefined()
  expect(await pruning('', lost).outcomeOf()).toBeDefined()
})

test('the engine is given the name of a file that was read, and its first line', async () => {
  const { given, outcomeOf } = pruning('kept')
  const read = callFacts('Read', { file_path: '/a.ts', offset: 40 })
  await outcomeOf({ facts: read, firstLine: 40, query: { ...ASKED, task: 'Fix it.' } })
  await outcomeOf()
  expect(given).toMatchObject([
    {
      fileName: '/a.ts',
      firstLine: 40,
      raw: TEXT,
      whole: TEXT,
      text: TEXT,
      requestOptions: { context: 'make', task: 'Fix it.', wantsRange: false },
    },
    { firstLine: 1 },
  ])
  expect(given[1]).not.toHaveProperty('fileName')
})

test('repeats are marked in what is shown, and counted', async () => {
  const outcome = await pruning('kept\nrepeated\n').outcomeOf({
    markShown: (shown) => ({
      text: shown.replace('repeated', '…2-2 as in your read'),
      repeatedLines: 1,
      lines: 2,
      shownLines: [1],
      marks: [],
      savedTokens: 500,
    }),
  })
  expect(outcome).toMatchObject({
    text: expect.stringMatching(/^kept\n…2-2 as in your read\n\[.*1 .*repeated.*\]\n$/) as string,
  })
})

/** The first item chosen from a list, of what the tool answered. */
async function firstItem(tool: string, input: object, text: string) {
  let shown: PruneOutcome<string>['raw'] | undefined
  const prune = createPruneNative(
    ((_tool: string, _question: unknown, produced: PrunableOutput<string>) => {
      shown = produced.apply({ text: produced.text.split('\n')[0] ?? '', keptLines: [1] })
      return Promise.resolve({ raw: shown, metadata: METADATA, keptLines: [1] })
    }) as unknown as PruneOutput,
    () => {},
  )
  const output = { text, facts: callFacts(tool, input), query: ASKED, inShell: false }
  return { outcome: await prune(output, new AbortController().signal), shown }
}
const LIST = JSON.stringify(Array.from({ length: 50 }, (_, at) => ({ at, of: 'x'.repeat(40) })))

test.each([
  ['another server', 'mcp__db__list', { x: 1 }],
  ['a command', 'Bash', { command: 'make' }],
])('JSON on one line is narrowed by its items: %s', async (_what, tool, input) => {
  const { outcome } = await firstItem(tool, input, LIST)
  expect(outcome).toMatchObject({
    text: expect.stringMatching(
      /^\[\{"at":0,"of":"x{40}"\}\]\n\[only 1 of 50 items .*prn_1.*\]\n$/,
    ) as string,
    keptLines: undefined,
  })
})

test.each([
  ['a search', 'Grep', { pattern: 'x' }, LIST],
  ['a command that prints lines', 'Bash', { command: 'make' }, LIST.replaceAll('},', '},\n')],
])('other texts are pruned by their lines: %s', async (_what, tool, input, text) => {
  const [first] = text.split('\n')
  expect((await firstItem(tool, input, text)).shown).toBe(first)
})
