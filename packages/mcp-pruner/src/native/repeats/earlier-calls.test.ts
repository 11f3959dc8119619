// From calls to the texts that a conversation holds, and whether the same was asked for before.
import { estimateTokens } from '@jeeves/pruner/count'
import { describe, expect, test } from 'vitest'
import { callFacts } from '../../clients/sessions/call-kind.js'
import { earlierTexts } from './earlier-calls.js'
import { earlierAnswer } from './same-request.js'

const TEXT = 'a\nb\nc\nd\ne\n'

describe('the texts in a conversation', () => {
  test.each([
    ['Read', { file_path: '/p/src/price.ts' }, TEXT, 'your read of price.ts'],
    ['Read', { file_path: '/p/price.ts', offset: 40 }, TEXT, 'your read of price.ts from 40'],
    ['view', { path: '/p/price.ts', view_range: [9, 20] }, TEXT, 'your read of price.ts from 9'],
    ['grep', { pattern: 'total' }, TEXT, 'your search for total'],
    ['issues_list', {}, TEXT, 'your call of issues_list'],
  ])('%s %j', (name, input, output, label) => {
    expect(earlierTexts([{ name, input, output }])).toEqual([{ label, text: output }])
  })

  test('what the model wrote itself is there too', () => {
    const calls = [
      { name: 'Write', input: { file_path: '/p/a.ts', content: TEXT }, output: 'ok' },
      { name: 'Edit', input: { file_path: '/p/b.ts', new_string: TEXT }, output: 'ok' },
      { name: 'Bash', input: { command: `cat > c.ts <<X\n${TEXT}X` }, output: 'ok' },
    ]
    expect(earlierTexts(calls).map(({ label }) => label)).toEqual([
      'your edit of a.ts',
      'your edit of b.ts',
      'your command',
    ])
  })

  test('the added lines of a patch, separate if they were separate', () => {
    const patch = '*** Update File: a.ts\n@@\n+one\n+two\n+three\n-four\n+five\n+six\n'
    const [added] = earlierTexts([{ name: 'apply_patch', input: patch, output: 'ok' }])
    expect(added?.text).toContain('\none\ntwo\nthree\n\0-four\nfive\nsix\n')
  })

  test('a long command is one short line in a label', () => {
    const command = `npm test -- --reporter=verbose \\\n  --grep "${'x'.repeat(80)}"`
    const [run] = earlierTexts([{ name: 'bash', input: { command }, output: TEXT }])
    expect(run?.label).toBe('your run of npm test -- --reporter=verbose \\ --grep…')
  })

  test('nothing from further back than the client keeps', () => {
    const far = { name: 'Read', input: { file_path: 'far.ts' }, output: TEXT }
    const near = { name: 'Read', input: { file_path: 'near.ts' }, output: 'line\n'.repeat(100) }
    expect(earlierTexts([far, near], 150).map(({ label }) => label)).toEqual([
      'your read of near.ts',
    ])
    expect(earlierTexts([far, near])).toHaveLength(2)
    const tokens = estimateTokens(near.output)
    expect(earlierTexts([near], tokens)).toHaveLength(1)
    expect(earlierTexts([near], tokens - 1)).toHaveLength(0)
  })
})

describe('how the same was answered before', () => {
  const read = (output: string, path = 'a.ts') => ({ name: 'Read', input: { path }, output })
  const run = (command: string, output: string) => ({ name: 'bash', input: { command }, output })
  const edit = { name: 'Edit', input: { file_path: 'b.ts' }, output: 'ok' }
  const CUT = 'x\n[300 of 400 lines cut; recover_text prune_id=prn_1]\n'
  const ITEMS = '{"a":[1]}\n[only 5 of 40 items of /a shown; all: recover_text prune_id=prn_1]\n'
  const MARKED = 'x\n[60 of 400 lines repeated; raw: read a range, or read it again]\n'

  test.each([
    ['never', [read('x', 'b.ts')], { was: 'none', isStale: false, wasCut: false }],
    ['whole', [read('x')], { was: 'whole', isStale: false, wasCut: false }],
    ['cut', [read(CUT)], { was: 'cut', isStale: false, wasCut: true }],
    ['marked', [read(CUT), read(MARKED)], { was: 'repeats marked', isStale: false, wasCut: true }],
    [
      'whole after marked',
      [read(MARKED), read('x')],
      { was: 'whole', isStale: false, wasCut: true },
    ],
    [
      'before an edit',
      [read(MARKED), edit],
      { was: 'repeats marked', isStale: true, wasCut: true },
    ],
  ])('a read: %s', (_, calls, expected) => {
    expect(earlierAnswer(calls, callFacts('Read', { path: 'a.ts', offset: 7 }))).toEqual(expected)
  })

  test('that the client called unchanged counts as not answered', () => {
    const calls = [read(CUT), read('Wasted call — file unchanged since your last Read.')]
    const answer = earlierAnswer(calls, callFacts('Read', { path: 'a.ts' }))
    expect(answer).toEqual({ was: 'cut', isStale: false, wasCut: true })
  })

  // Codex: the hook knows the command, the record only the script that ran it with others.
  test('a command of a script, whatever else it printed after it', () => {
    const input =
      'await tools.exec_command({ cmd: "npm test" }); await tools.exec_command({ cmd: "npm run build" })'
    const calls = [{ name: 'exec', input, output: MARKED + 'built\n'.repeat(400) }]
    const facts = (command: string) => callFacts('Bash', { command })
    expect(earlierAnswer(calls, facts('npm test')).was).toBe('repeats marked')
    expect(earlierAnswer(calls, facts('npm')).was).toBe('none')
  })

  test.each([
    ['another command', [run('npm run build', CUT)], { was: 'none', isStale: true, wasCut: false }],
    [
      'data of which items are shown',
      [run('npm test', ITEMS)],
      { was: 'cut', isStale: false, wasCut: true },
    ],
    ['marked', [run('npm test', MARKED)], { was: 'repeats marked', isStale: false, wasCut: true }],
    [
      'marked, then an edit',
      [run('npm test', MARKED), edit],
      { was: 'repeats marked', isStale: true, wasCut: true },
    ],
  ])('a command: %s', (_, calls, expected) => {
    expect(earlierAnswer(calls, callFacts('bash', { command: 'npm test' }))).toEqual(expected)
  })
})
