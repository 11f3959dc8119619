// What the hooks module of Claude Code is answered, with an engine that shows the first line alone.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerHook } from './answer-hook.js'
import { hookOf, linesOf, METADATA, type StubContext, stubContext } from './native-context.case.js'

const OUTPUT = linesOf(100)
const SHOWN = 'line 1 of a long output [cut]\n'
const FILE = OUTPUT.split('\n')
  .map((line, at) => `${at + 1}\t${line}`)
  .join('\n')

let folder: string
beforeAll(() => {
  folder = makeTree({
    'short.ts': 'a\nb\n',
    'long.ts': 'x\n'.repeat(2000),
    'wide.ts': 'x'.repeat(262_145),
  })
})
afterAll(() => removeTree(folder))

const result = (tool_name: string, tool_input: object, text: string, more: object = {}) =>
  hookOf({ hook_event_name: 'ToolResult', tool_name, tool_input, tool_response: { text }, ...more })
const bash = (text: string, input: object = {}) =>
  result('Bash', { command: 'make', ...input }, text)
const answered = async (hook: ReturnType<typeof hookOf>, context: StubContext = stubContext()) =>
  (await answerHook(hook, context)).text

describe('what a command prints', () => {
  test('is shown pruned, and kept for later calls as it was shown', async () => {
    const context = stubContext()
    expect(await answered(bash(OUTPUT), context)).toBe(SHOWN)
    expect(context.modules.resultOf('c1')).toEqual({
      name: 'Bash',
      input: { command: 'make' },
      output: SHOWN,
    })
  })

  test('that stays as it is, is kept for later calls too', async () => {
    const context = stubContext()
    expect(await answered(bash('short'), context)).toBeUndefined()
    expect(context.modules.resultOf('c1')?.output).toBe('short')
  })

  test("the client's words around it stay, with control characters made visible", async () => {
    const after = '\n\n<system-reminder>\nthe \x1b[1mtask\n</system-reminder>'
    const context = stubContext()
    expect(await answered(bash(`Exit code 3\n${OUTPUT}${after}`), context)).toBe(
      `Exit code 3\n${SHOWN}\n\n<system-reminder>\nthe \\x1b[1mtask\n</system-reminder>`,
    )
    expect(context.asked).toMatchObject([{ text: OUTPUT }])
  })

  test('in the background is left alone', async () => {
    expect(await answered(bash(OUTPUT, { run_in_background: true }))).toBeUndefined()
  })

  test('whose middle the client left out has no line numbers', async () => {
    const cut = '... [90000 characters truncated] ...'
    const text = [...linesOf(50).split('\n'), cut, ...linesOf(50).split('\n')].join('\n')
    const context = stubContext({
      prune: (output) =>
        Promise.resolve({
          text: 'with numbers',
          pruneId: 'prn_KEPT',
          metadata: METADATA,
          keptLines: output.text === text ? [2, 3, 60] : [],
        }),
    })
    expect(await answered(bash(text), context)).toMatch(
      /^…\nline 2 of a long output\nline 3 of a long output\n…\n\.\.\. \[90000 characters truncated\] \.\.\.\n…\nline 9 of a long output\n\[.*prn_KEPT.*\]\n$/,
    )
    const raw = bash(text, { command: 'make # raw' })
    expect(await answered(raw, context)).toBeUndefined()
    const whole = stubContext({ prune: () => Promise.resolve(undefined) })
    expect(await answered(bash(text), whole)).toBeUndefined()
    expect(whole.log.map(({ did }) => did)).toEqual(['passed'])
  })

  test('that the client saved to a file is read from it, if that is certainly its own', async () => {
    const project = join(folder, 'projects', '-p')
    mkdirSync(join(project, 's', 'tool-results'), { recursive: true })
    const saved = join(project, 's', 'tool-results', 'a.txt')
    writeFileSync(saved, linesOf(3000, 'the whole output'))
    const preview = (path: string) =>
      `<persisted-output>\nOutput too large. Full output saved to: ${path}\n\nPreview:\n${linesOf(60, 'the whole output')}\n</persisted-output>`
    const env = { CLAUDE_CONFIG_DIR: folder }
    const hook = (path: string) => ({
      ...bash(preview(path)),
      transcript: join(project, 's.jsonl'),
    })
    const context = stubContext({ env })
    context.modules.noteTranscript('s', join(project, 's.jsonl'))
    expect(await answered(hook(saved), context)).toBe('the whole output [cut]\n')
    expect(context.asked[0]?.text.split('\n').length).toBe(3000)
    expect(await answered(hook(join(folder, 'short.ts')), context)).toBeUndefined()
  })
})

describe('a file that was read', () => {
  const path = () => join(folder, 'short.ts')
  const read = (text: string, more: object = {}, fields: object = {}) =>
    result('Read', { file_path: path(), ...more }, text, fields)

  test('shows some lines with their numbers, and says how to see the others', async () => {
    const context = stubContext()
    expect(await answered(read(FILE), context)).toBe(
      '1\tline 1 of a long output\n…\n[99 of 100 lines not shown, chosen from your last message; for others Read with offset and limit, for all Read it again]',
    )
    expect(context.log).toMatchObject([{ did: 'replaced', text: FILE }])
    expect(context.asked).toMatchObject([{ text: `${OUTPUT}\n`, firstLine: 1 }])
  })

  test('is whole the second time', async () => {
    const context = stubContext()
    await answered(read(FILE), context)
    expect(await answered(read(FILE), context)).toBeUndefined()
    expect(await answered(read('File unchanged since the last read'), context)).toBe(
      '1\ta\n2\tb\n3\t',
    )
  })

  test.each([
    ['long.ts', false],
    ['wide.ts', false],
    ['missing.ts', undefined],
  ])(
    'is whole the second time only if the client would show it whole: %s',
    async (name, isShown) => {
      const context = stubContext()
      const file = { file_path: join(folder, name) }
      await answered(result('Read', file, FILE), context)
      const again = await answered(result('Read', file, 'Wasted call'), context)
      expect(again).toBe(
        isShown === undefined
          ? undefined
          : `[only some lines of ${file.file_path} were shown before; Read it with offset and limit]`,
      )
    },
  )

  test.each([
    ['before an edit', {}, { said: 'I will rename the price.' }],
    ['in a range', { offset: 1 }, {}],
    ['without a word', {}, { said: '' }],
  ])('%s is whole', async (_when, input, fields) => {
    const context = stubContext()
    expect(await answered(read(FILE, input, fields), context)).toBeUndefined()
    expect(context.asked).toEqual([])
  })

  test('is whole if a cut saves too little, or leaves no lines to number', async () => {
    const all = Array.from({ length: 100 }, (_, at) => at + 1)
    for (const keptLines of [all, undefined]) {
      const context = stubContext({
        prune: () =>
          Promise.resolve({ text: OUTPUT, pruneId: 'prn_KEPT', metadata: METADATA, keptLines }),
      })
      expect(await answered(read(FILE), context)).toBeUndefined()
      expect(context.log.map(({ did }) => did)).toEqual(['passed'])
    }
  })

  test('is whole if it was shown whole before, and is still there', async () => {
    const name = { name: 'Read', input: { file_path: path() } }
    const context = stubContext({
      previousOutputs: () => Promise.resolve([{ ...name, output: FILE }]),
    })
    expect(await answered(read(FILE), context)).toMatch(
      /^…1-100 as in your read of short\.ts above\n\[/,
    )
  })
})

describe('a file that is attached after a compaction', () => {
  const attach = (attached: string, text: string) =>
    hookOf({
      hook_event_name: 'Attachment',
      tool_name: 'attachment',
      tool_input: { attached },
      tool_response: { text },
    })
  const CALLED = 'Called the Read tool with the following input: {"file_path":"/p/a.ts"}\n'
  const START = '<system-reminder>\nResult of calling the Read tool:\n'
  const END = '\n</system-reminder>\n'

  test('shows some of its lines', async () => {
    const context = stubContext()
    expect(await answered(attach(CALLED, `${START}${FILE}${END}`), context)).toMatch(
      /^<system-reminder>\nResult of calling the Read tool:\n1\tline 1 of a long output\n…\n\[99 of 100 lines [^\n]*\]\n<\/system-reminder>\n$/,
    )
    expect(context.asked).toMatchObject([{ facts: { path: '/p/a.ts' } }])
    expect(context.modules.resultOf('c1')).toBeUndefined()
  })

  test.each([
    ['an unknown call', 'Called the Read tool', `${START}${FILE}${END}`],
    ['a call that is not an object', CALLED.replace(/\{.*\}/, '{"a"}'), `${START}${FILE}${END}`],
    ['another text', CALLED, FILE],
  ])('%s is left alone', async (_what, attached, text) => {
    expect(await answered(attach(attached, text))).toBeUndefined()
  })
})
