// What each client's hook is answered, with an engine that shows the first line alone.
import { join } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerHook } from './answer-hook.js'
import { hookOf, linesOf, METADATA, stubContext } from './native-context.case.js'

const OUTPUT = linesOf(100)
const SHOWN = 'line 1 of a long output [cut]\n'
const command = (line: string, more: object = {}) => ({ tool_input: { command: line, ...more } })
const makes = command('make')
const printed = (stdout: string, more: object = {}) => ({ tool_response: { stdout, ...more } })

describe('any client', () => {
  const settings = { on: true, rawCommands: [], rawPaths: [], waitMs: 1000 }
  const hook = hookOf({ ...makes, ...printed(OUTPUT) })

  test('nothing changes while pruning is off', async () => {
    const context = stubContext({ settings: { ...settings, on: false } })
    expect(await answerHook(hook, context)).toEqual({})
    expect(context.asked).toEqual([])
  })

  test.each([
    ['/p/raw', true],
    ['/p/raw/a.ts', true],
    ['/p/rawer/a.ts', false],
    ['/p/a.ts', false],
  ])('of the paths to leave raw, %s: %s', async (path, isRaw) => {
    const context = stubContext({ settings: { ...settings, rawPaths: ['/other', '/p/raw'] } })
    const search = hookOf({
      tool_name: 'Grep',
      tool_input: { pattern: 'x', path },
      tool_response: { content: OUTPUT },
    })
    expect(Object.keys(await answerHook(search, context)).length === 0).toBe(isRaw)
  })

  test('an error changes nothing, and is logged', async () => {
    const events: unknown[] = []
    const context = stubContext({
      prune: () => Promise.reject(new Error('the engine broke')),
      emit: (...event) => void events.push(event),
    })
    expect(await answerHook(hook, context)).toEqual({})
    expect(events).toEqual([
      [
        'warn',
        'native.failed',
        { data: { client: 'claude', tool: 'Bash', message: 'the engine broke' } },
      ],
    ])
  })

  test.each(['constructor', 'nobody'])('the client %s is not known', async (client) => {
    expect(
      await answerHook(hookOf({ client, ...makes, ...printed(OUTPUT) }), stubContext()),
    ).toEqual({})
  })
})

describe('Claude Code, after a call', () => {
  const after = (fields: object, context = stubContext()) => answerHook(hookOf(fields), context)
  const replaced = (updatedToolOutput: unknown) => ({
    hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput },
  })

  test('what a command prints is replaced in the format of its tool', async () => {
    const context = stubContext()
    const given = printed(OUTPUT, { stderr: 'w', interrupted: false, persistedOutputSize: 9 })
    expect(await after({ ...makes, ...given }, context)).toEqual(
      replaced({ stdout: SHOWN, stderr: 'w', interrupted: false }),
    )
    expect(context.asked).toMatchObject([
      { text: OUTPUT, inShell: false, query: { question: 'Where is the price rounded?' } },
    ])
    expect(context.log).toMatchObject([
      {
        did: 'replaced',
        call: { tool: 'Bash', question: 'Where is the price rounded?' },
        text: OUTPUT,
      },
    ])
  })

  test.each([
    ['an image', makes, { isImage: true }],
    ['the output of an interrupted command', makes, { interrupted: true }],
    ['a command in the background', command('make', { run_in_background: true }), {}],
    ['an output that is wanted raw', command('make # raw'), {}],
  ])('%s is left alone', async (_what, call, more) => {
    expect(await after({ ...call, ...printed(OUTPUT, more) })).toEqual({})
  })

  test('an output is replaced from 1,500 characters on', async () => {
    expect(await after({ ...makes, ...printed('x'.repeat(1499)) })).toEqual({})
    expect(await after({ ...makes, ...printed('x'.repeat(1500)) })).not.toEqual({})
  })

  test('one that the engine leaves whole is recorded as passed', async () => {
    const context = stubContext({ prune: () => Promise.resolve(undefined) })
    expect(await after({ ...makes, ...printed(OUTPUT) }, context)).toEqual({})
    expect(context.log.map(({ did, text }) => [did, text])).toEqual([['passed', OUTPUT]])
  })

  test('without a word before the call nothing is asked', async () => {
    const context = stubContext()
    expect(await after({ ...makes, ...printed(OUTPUT), said: '' }, context)).toEqual({})
    expect([context.asked, context.log]).toEqual([[], []])
  })

  test('the output of a wrapped command was replaced already', async () => {
    const context = stubContext()
    context.pending.add(hookOf(makes))
    expect(await after({ ...makes, ...printed(OUTPUT) }, context)).toEqual({})
    const other = { ...makes, ...printed(OUTPUT), tool_use_id: 'c2' }
    expect(await after(other, context)).toEqual(replaced({ stdout: SHOWN }))
  })

  test('a search has its lines in another field', async () => {
    const search = { tool_name: 'Grep', tool_input: { pattern: 'x' } }
    const context = stubContext()
    expect(
      await after({ ...search, tool_response: { content: OUTPUT, numFiles: 2 } }, context),
    ).toEqual(replaced({ content: SHOWN, numFiles: 2 }))
    // Asked again, it is wanted whole.
    expect(await after({ ...search, tool_response: { content: OUTPUT } }, context)).toEqual({})
  })

  test.each([
    ['a text', OUTPUT, true],
    ['one block', [{ type: 'text', text: OUTPUT }], true],
    ['one block in a result', { content: [{ type: 'text', text: OUTPUT }] }, true],
    [
      'two blocks',
      [
        { type: 'text', text: OUTPUT },
        { type: 'text', text: 'b' },
      ],
      false,
    ],
    ['no block', [], false],
    ['an image', [{ type: 'image', data: OUTPUT }], false],
  ])('another server that answers with %s', async (_what, tool_response, isReplaced) => {
    const call = { tool_name: 'mcp__db__list', tool_input: {}, tool_response }
    expect(await after(call)).toEqual(isReplaced ? replaced(SHOWN) : {})
  })

  test('what an edit or an unknown tool answers is left alone', async () => {
    for (const tool_name of ['Edit', 'Task'])
      expect(await after({ tool_name, tool_input: {}, ...printed(OUTPUT) })).toEqual({})
  })

  test('our own tool is asked no second question', async () => {
    const tool_name = 'mcp__pruner__read'
    const context = stubContext()
    expect(
      await after({ tool_name, tool_input: { path: 'a' }, tool_response: OUTPUT }, context),
    ).toEqual({})
    expect(context.asked).toEqual([])
  })
})

describe('Claude Code, before a command', () => {
  const env = { CLAUDE_ENV_FILE: join('/data', 'native', 'claude-env.sh') }
  const before = (call: object, more: Parameters<typeof stubContext>[0] = {}) =>
    answerHook(hookOf({ hook_event_name: 'PreToolUse', ...call }), stubContext({ env, ...more }))
  const wrapped = (limit: string, wait = '0.667') =>
    ({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        updatedInput: {
          command: expect.stringMatching(
            new RegExp(`^make\n# mcp-pruner ${process.pid}t[0-9a-z]{12} ${limit} ${wait}$`),
          ),
        },
      },
    }) as object

  test.each([
    ['its own limit', { timeout: 30_000 }, '29'],
    ['a limit between two seconds', { timeout: 30_500 }, '29'],
    ['a short limit', { timeout: 500 }, '1'],
    ['no limit', {}, '119'],
    ['an invalid limit', { timeout: -5 }, '119'],
  ])('it is wrapped for a second less than %s', async (_what, given, limit) => {
    expect(await before(command('make', given))).toMatchObject(wrapped(limit))
  })

  test("the user's own limit is the default", async () => {
    const own = { ...env, BASH_DEFAULT_TIMEOUT_MS: '60000' }
    expect(await before(makes, { env: own })).toMatchObject(wrapped('59'))
  })

  test('the call’s other arguments stay', async () => {
    const answer = await before(command('make', { description: 'Build' }))
    expect(answer).toMatchObject({ hookSpecificOutput: { updatedInput: { description: 'Build' } } })
  })

  test('it is known when it ends', async () => {
    const context = stubContext({ env })
    const hook = hookOf({ hook_event_name: 'PreToolUse', ...makes })
    const answer = (await answerHook(hook, context)) as {
      hookSpecificOutput: { updatedInput: { command: string } }
    }
    const token = answer.hookSpecificOutput.updatedInput.command.split(' ')[2] ?? ''
    expect(context.pending.claim(token)).toBe(hook)
    expect(context.modules.isChangedByHook('c1')).toBe(true)
  })

  test.each([
    ['nothing can be wrapped here', makes, { canWrap: false }],
    ['the shell does not read our file', makes, { env: {} }],
    ['it only reads', command('cat a.ts'), {}],
    ['it is in the background', command('make', { run_in_background: true }), {}],
    [
      'it is listed',
      makes,
      { settings: { on: true, rawCommands: ['make'], rawPaths: [], waitMs: 1 } },
    ],
  ])('nothing changes if %s', async (_why, call, more) => {
    expect(await before(call, more)).toEqual({})
  })
})

describe('Claude Code, around a read', () => {
  const FILE = [...linesOf(150).split('\n'), 'parsePrice(text)', ...linesOf(150).split('\n')]
  const said = 'Where does parsePrice round?'
  let folder: string
  let file_path: string
  beforeAll(() => {
    folder = makeTree({ 'price.ts': FILE.join('\n') })
    file_path = join(folder, 'price.ts')
  })
  afterAll(() => removeTree(folder))
  const densest = { from: 140, to: 160, share: 0.15, density: 0.9 }
  let keptLines: readonly number[] | undefined
  const narrowing = () => {
    const context = stubContext()
    const { narrowed } = context
    return {
      ...context,
      prune: () =>
        Promise.resolve({ text: '', pruneId: 'p', metadata: METADATA, keptLines: [], densest }),
      narrowed: (...[call, raw, by]: Parameters<typeof narrowed>) => {
        keptLines = by.keptLines
        narrowed(call, raw, by)
      },
    }
  }
  const read = (hook_event_name: string, tool_use_id: string, more: object = {}) =>
    hookOf({
      hook_event_name,
      tool_use_id,
      transcript_path: `/${tool_use_id}.jsonl`,
      said,
      tool_name: 'Read',
      tool_input: { file_path },
      ...more,
    })
  const content = FILE.slice(139, 160).join('\n')

  test('it is narrowed, and the model is told when the client has done so', async () => {
    const context = narrowing()
    expect(await answerHook(read('PreToolUse', 'r1'), context)).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        updatedInput: { file_path, offset: 140, limit: 21 },
      },
    })
    const tool_response = { file: { startLine: 140, content } }
    expect(await answerHook(read('PostToolUse', 'r1', { tool_response }), context)).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PostToolUse',
        additionalContext: expect.stringMatching(/^only lines 140-160 of 301 of /) as string,
      },
    })
    expect(context.log).toMatchObject([
      { did: 'narrowed', call: { question: said }, text: FILE.join('\n') },
    ])
    expect(keptLines).toEqual(Array.from({ length: 21 }, (_, at) => at + 140))
    // The note is for one answer.
    expect(await answerHook(read('PostToolUse', 'r1', { tool_response }), context)).toEqual({})
  })

  test.each([
    ['from another line', { file: { startLine: 1, content } }],
    ['without a text', { file: { startLine: 140 } }],
    ['in words', 'the file is too large'],
  ])('nothing is said of an answer %s', async (_what, tool_response) => {
    const context = narrowing()
    const id = `r-${_what}`
    expect(await answerHook(read('PreToolUse', id), context)).not.toEqual({})
    expect(await answerHook(read('PostToolUse', id, { tool_response }), context)).toEqual({})
    expect(context.log).toEqual([])
  })
})

describe('Claude Code where the module runs', () => {
  const started = async () => {
    const context = stubContext()
    await answerHook(hookOf({ hook_event_name: 'Module' }), context)
    return context
  }
  const after = { ...makes, ...printed(OUTPUT) }

  test('the older hooks do nothing', async () => {
    const context = await started()
    expect(await answerHook(hookOf(after), context)).toEqual({})
    const other = { ...after, session_id: 't' }
    expect(await answerHook(hookOf(other), context)).not.toEqual({})
  })

  test('until it has left out five large results', async () => {
    const context = await started()
    const large = { ...makes, ...printed(linesOf(300)) }
    const end = async (call: string, fields: object) =>
      Object.keys(await answerHook(hookOf({ ...fields, tool_use_id: call }), context)).length > 0
    for (let at = 0; at < 9; at += 1) expect(await end(`small${at}`, after)).toBe(false)
    for (let at = 0; at < 5; at += 1) expect(await end(`c${at}`, large)).toBe(false)
    expect(await end('c5', large)).toBe(true)
  })

  test('a call that an older hook began ends as it began', async () => {
    const context = stubContext({
      env: { CLAUDE_ENV_FILE: join('/data', 'native', 'claude-env.sh') },
    })
    await answerHook(hookOf({ hook_event_name: 'PreToolUse', ...makes }), context)
    const result = { hook_event_name: 'ToolResult', ...makes, tool_response: { text: OUTPUT } }
    expect(await answerHook(hookOf(result), context)).toEqual({})
  })
})

describe('Codex, before a command', () => {
  const before = (line: string, more: object = {}, context = stubContext()) =>
    answerHook(
      hookOf({ client: 'codex', hook_event_name: 'PreToolUse', ...command(line), ...more }),
      context,
    )

  test('our line comes before it, and it is allowed as it was', async () => {
    expect(await before('make')).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'allow',
        updatedInput: {
          command: expect.stringMatching(
            /^__pruner_token=\d+t[0-9a-z]{12} __pruner_limit=8 __pruner_hear=0\.667; if .*; fi; make$/,
          ) as string,
        },
      },
    })
    // What it prints is kept too: the hook after it sees only a part.
    expect(await before('cat a.ts')).not.toEqual({})
  })

  test.each([
    ['which needs approval', 'make', { permission_mode: 'untrusted' }],
    ['which owns its shell', 'trap "echo x" EXIT; make', {}],
    ['which is wanted raw', 'make # raw', {}],
    ['which no shell can parse', 'make )', {}],
  ])('a command %s is left alone', async (_which, line, more) => {
    const context = stubContext()
    expect(await before(line, more, context)).toEqual({})
    expect(context.pending.isWrapped('c1')).toBe(false)
  })

  test('only a command is wrapped, and only where that is possible', async () => {
    expect(await before('make', { tool_name: 'apply_patch' })).toEqual({})
    expect(await before('make', {}, stubContext({ canWrap: false }))).toEqual({})
  })
})

describe('clients that replace a whole text', () => {
  const call = { hook_event_name: 'after', tool_name: 'run_shell_command', ...makes }

  test('Gemini CLI', async () => {
    const llmContent = `Command: make\nOutput: ${OUTPUT}\nExit Code: 2`
    const hook = hookOf({ client: 'gemini', ...call, tool_response: { llmContent } })
    expect(await answerHook(hook, stubContext())).toEqual({
      decision: 'deny',
      reason: `Command: make\nOutput: ${SHOWN}Exit Code: 2`,
    })
    const own = hookOf({
      client: 'gemini',
      ...call,
      tool_response: { llmContent },
      parent_pid: process.ppid,
    })
    expect(await answerHook(own, stubContext())).toMatchObject({
      hookSpecificOutput: { tailToolCallRequest: { args: { prune_id: 'prn_SHOWN' } } },
    })
  })

  test('Copilot', async () => {
    const textResultForLlm = `${OUTPUT}\n<exited with exit code 2>`
    const tool_response = { textResultForLlm, resultType: 'failure' }
    const hook = hookOf({ client: 'copilot', ...call, tool_name: 'bash', tool_response })
    expect(await answerHook(hook, stubContext())).toEqual({
      modifiedResult: {
        resultType: 'failure',
        textResultForLlm: `${SHOWN}<exited with exit code 2>`,
      },
    })
  })

  test('opencode', async () => {
    const hook = hookOf({ client: 'opencode', ...call, tool_name: 'bash', tool_response: OUTPUT })
    expect(await answerHook(hook, stubContext())).toEqual({ output: SHOWN })
    const json = hookOf({
      client: 'opencode',
      ...call,
      tool_name: 'bash',
      tool_response: JSON.stringify(OUTPUT.split('\n')),
    })
    expect(await answerHook(json, stubContext())).toHaveProperty('output')
  })
})

test('the metadata of the engine goes with the record', async () => {
  const metadata: unknown[] = []
  const context = stubContext({ replaced: (_call, _raw, by) => void metadata.push(by.metadata) })
  await answerHook(hookOf({ ...makes, ...printed(OUTPUT) }), context)
  expect(metadata).toEqual([METADATA])
})
