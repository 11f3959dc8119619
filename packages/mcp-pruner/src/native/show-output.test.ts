// When an output is pruned, when repeats of the conversation are marked in it, and when it is left alone.
import { expect, test } from 'vitest'
import { callFacts } from '../clients/sessions/call-kind.js'
import type { EarlierCall } from '../clients/sessions/conversation.js'
import { linesOf, METADATA } from './native-context.case.js'
import { HELD_OUT, type NativeOutput, type PruneNative } from './prune-native.js'
import { errorLines, type OutputToShow, showOutput } from './show-output.js'

const TEXT = linesOf(100)
const ASKED = { question: 'Why?', context: '', isFromAgent: true }
const make = callFacts('Bash', { command: 'make' })
const call = (name: string, input: object, output: string): EarlierCall => ({ name, input, output })
const ran = (output: string) => call('Bash', { command: 'make' }, output)
const CUT = 'some lines\n[9 of 10 lines cut; recover_text prn_1]\n'

interface Parts {
  readonly answer?: 'pruned' | 'whole' | typeof HELD_OUT
  readonly keep?: () => Promise<string | undefined>
  readonly signal?: AbortSignal
}

async function shownOf(more: Partial<OutputToShow> = {}, parts: Parts = {}) {
  const {
    answer = 'pruned',
    keep = () => Promise.resolve('prn_KEPT'),
    signal = new AbortController().signal,
  } = parts
  const given: NativeOutput[] = []
  const output = { text: TEXT, facts: make, query: ASKED, inShell: false, ...more }
  const prune: PruneNative = (each) => {
    given.push(each)
    if (answer !== 'pruned') return Promise.resolve(answer === 'whole' ? undefined : answer)
    return Promise.resolve({ text: answer, pruneId: 'p', metadata: METADATA, keptLines: [1] })
  }
  const shown = await showOutput(output, { prune, keep, signal })
  return { shown: typeof shown === 'object' ? shown.text : shown, given, whole: shown }
}

test('with a question it is pruned', async () => {
  expect((await shownOf()).shown).toBe('pruned')
})

test('without one, and with nothing in the conversation, it stays', async () => {
  expect(await shownOf({ query: undefined })).toMatchObject({ shown: undefined, given: [] })
  expect((await shownOf({ query: undefined, earlierCalls: [] })).shown).toBeUndefined()
})

test('1,500 bytes is the least', async () => {
  expect((await shownOf({ text: 'x'.repeat(1499) })).shown).toBeUndefined()
  expect((await shownOf({ text: 'x'.repeat(1500) })).shown).toBe('pruned')
  expect((await shownOf({ text: 'ä'.repeat(750) })).shown).toBe('pruned')
})

test('what the control group holds out stays, without marks too', async () => {
  const earlierCalls = [call('Read', { file_path: '/a' }, TEXT)]
  expect((await shownOf({ earlierCalls }, { answer: HELD_OUT })).shown).toBe(HELD_OUT)
})

const AS_BEFORE =
  /^…1-100 as in your run of make above\n\[100 of 100 lines repeated.*prn_KEPT.*\]\n$/

test('the same output again is a mark, before anything is pruned', async () => {
  const { shown, given, whole } = await shownOf({ earlierCalls: [ran(TEXT)] })
  expect(shown).toMatch(AS_BEFORE)
  expect(given).toEqual([])
  expect(whole).toMatchObject({
    pruneId: 'prn_KEPT',
    keptLines: [],
    metadata: { applied: true, original_lines: 100, kept_lines: 0, pruned_lines: 100 },
  })
})

test('the same lines from elsewhere are marked where the engine leaves the output whole', async () => {
  const earlierCalls = [call('Read', { file_path: '/p/a.txt' }, TEXT)]
  const { shown, given } = await shownOf({ earlierCalls }, { answer: 'whole' })
  expect(shown).toMatch(/^…1-100 as in your read of a\.txt above\n/)
  expect(given.length).toBe(1)
  expect((await shownOf({ earlierCalls })).shown).toBe('pruned')
})

test('a repeat of which most is new is pruned', async () => {
  const half = `${TEXT}\n${linesOf(300).replaceAll('line', 'new line')}`
  expect((await shownOf({ text: half, earlierCalls: [ran(TEXT)] })).shown).toBe('pruned')
})

test('requested again after it was marked, it is shown whole, unless something may have changed', async () => {
  const marked = ran('…1-100 as in your run of make above\n[100 of 100 lines repeated]\n')
  const edit = call('Edit', { file_path: '/a', old_string: 'a', new_string: 'b' }, 'ok')
  expect(await shownOf({ earlierCalls: [marked] })).toMatchObject({ shown: undefined, given: [] })
  expect((await shownOf({ earlierCalls: [marked, edit] })).shown).toBe('pruned')
})

test('requested again after it was cut, it is not cut again, unless something may have changed', async () => {
  const edit = call('Edit', { file_path: '/a', old_string: 'a', new_string: 'b' }, 'ok')
  expect(await shownOf({ earlierCalls: [ran(CUT)] })).toMatchObject({ shown: undefined, given: [] })
  expect((await shownOf({ earlierCalls: [ran(CUT), edit] })).shown).toBe('pruned')
  const facts = callFacts('Read', { file_path: '/a' })
  const read = [call('Read', { file_path: '/a' }, CUT), edit]
  expect((await shownOf({ facts, earlierCalls: read })).shown).toBeUndefined()
})

test('after the time for the call nothing is marked', async () => {
  const signal = AbortSignal.abort()
  const earlierCalls = [call('Read', { file_path: '/a' }, TEXT)]
  expect((await shownOf({ earlierCalls }, { answer: 'whole', signal })).shown).toBeUndefined()
})

test('what cannot be kept is not marked, but a file can be read again', async () => {
  const keep = () => Promise.resolve(undefined)
  expect(
    (await shownOf({ query: undefined, earlierCalls: [ran(TEXT)] }, { keep })).shown,
  ).toBeUndefined()
  const facts = callFacts('Read', { file_path: '/p/a.ts' })
  const earlierCalls = [call('Read', { file_path: '/p/a.ts' }, TEXT)]
  const { shown } = await shownOf({ query: undefined, facts, earlierCalls }, { keep })
  expect(shown).toMatch(/^…1-100 as in your read of a\.ts above\n\[[^\n]*read it again[^\n]*\]\n$/)
  expect(shown).not.toContain('prn_')
})

test('errors of a command are shown again, twenty of them', async () => {
  const isShown = await errorLines(`fine\n${'ERROR: the disk is full\n'.repeat(25)}`)
  expect(isShown(0)).toBe(false)
  const lines = Array.from({ length: 25 }, (_, at) => at + 1)
  const shown = lines.filter(isShown)
  expect(shown.length).toBeLessThanOrEqual(20)
  // The same answer when a line is looked at again.
  expect(lines.filter(isShown)).toEqual(shown)
  const text = TEXT.replace('line 50 of a long output', 'ERROR: the disk is full')
  const { shown: marked } = await shownOf({ text, query: undefined, earlierCalls: [ran(text)] })
  expect(marked).toMatch(/^…1-49 as in .*\nERROR: the disk is full\n…51-100 as in /)
})

test('only a part of the conversation may be far enough back', async () => {
  const earlierCalls = [
    call('Read', { file_path: '/p/a.txt' }, TEXT),
    call('Read', { file_path: '/p/b.txt' }, linesOf(200).replaceAll('line', 'other')),
  ]
  const near = { query: undefined, earlierCalls, maxDistanceTokens: 500 }
  expect((await shownOf(near)).shown).toBeUndefined()
  expect((await shownOf({ ...near, maxDistanceTokens: 5000 })).shown).toMatch(
    /in your read of a\.txt/,
  )
})
