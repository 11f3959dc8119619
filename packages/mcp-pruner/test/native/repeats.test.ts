// A client's built-in tools do not send again what is already in the conversation: through the built server, as hooks
// ask it.
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RawClient } from '@jeeves/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NativeHome } from './native-home.js'

let home: NativeHome
beforeAll(async () => {
  home = new NativeHome()
  await home.start()
})
afterAll(() => home.end())

const ask = async (hook: object) => {
  const { result } = await (home.server as RawClient).call('native_hook', {
    key: home.key,
    ...hook,
  })
  return JSON.parse(result.content[0].text) as Record<string, unknown>
}

const line = (n: number) => `export const shade${n} = mixColours(${n}, 'warm')`
const lines = (from: number, to: number, write: (n: number) => string = line) =>
  Array.from({ length: to - from + 1 }, (_, i) => write(from + i)).join('\n')
const listed = (from: number, to: number) => lines(from, to, (n) => `${n}: ${line(n)}`)
const content = (text: string) =>
  `<path>/p/a.ts</path>\n<content>\n${text}\n\n(End of file)\n</content>`

describe('opencode', () => {
  const read = (text: string, input: object, held: readonly object[]) =>
    ask({
      client: 'opencode',
      tool_name: 'read',
      tool_input: { filePath: '/p/a.ts', ...input },
      tool_response: content(text),
      held,
    })
  const earlier = (output: string, input: object = {}) => ({
    name: 'read',
    input: { filePath: '/p/a.ts', ...input },
    output,
  })

  test('a range that overlaps an earlier one shows what is new', async () => {
    const held = [earlier(content(listed(1, 80)), { offset: 1, limit: 80 })]
    const { output } = await read(listed(41, 90), { offset: 41, limit: 50 }, held)
    expect(output).toBe(
      content(
        `…41-80 as in your read of a.ts from 1 above\n${listed(81, 90)}\n[40 of 50 lines repeated; raw: read a range, or read it again]\n`,
      ),
    )
  })

  test('a second read gets the whole file', async () => {
    const shown = `…41-80 as in your read of a.ts from 1 above\n[40 of 50 lines repeated; raw: read a range, or read it again]\n`
    const held = [earlier(content(listed(1, 80))), earlier(content(shown), { offset: 41 })]
    expect(await read(listed(41, 90), { offset: 41, limit: 50 }, held)).toEqual({})
  })

  test('anything not known to be in the conversation is sent', async () => {
    expect(await read(listed(41, 90), { offset: 41, limit: 50 }, [])).toEqual({})
  })

  const run = (text: string, held: readonly object[]) =>
    ask({
      client: 'opencode',
      tool_name: 'bash',
      tool_input: { command: 'npm test', description: 'Run the tests' },
      tool_response: text,
      said: 'Run the tests again.',
      held,
    })
  const ran = (output: string) => ({ name: 'bash', input: { command: 'npm test' }, output })
  const edit = { name: 'edit', input: { filePath: '/p/a.ts', newString: 'x' }, output: 'ok' }
  const passed = (from: number, to: number) =>
    lines(from, to, (n) => `ok ${n} - shade ${n} of the palette is mixed from two colours`)

  test('a test run after an edit shows what is new, and what still fails', async () => {
    const before = `${passed(1, 60)}\nnot ok 61 - price is rounded\nError: expected 12 to be 13\n${passed(62, 90)}\n`
    const now = `${passed(1, 60)}\nnot ok 61 - price is rounded\nError: expected 12 to be 13\n${passed(62, 89)}\nok 90 - totals add up\n`
    const { output } = await run(now, [ran(before), edit])
    expect(output).toMatch(
      /^…1-60 as in your run of npm test above\nnot ok 61 - price is rounded\nError: expected 12 to be 13\n…63-90 as in your run of npm test above\nok 90 - totals add up\n\[88 of 91 lines repeated; recover_text prune_id=prn_\w{26}; all: end the command with # raw\]\n$/,
    )
  })

  test('the same run again, with nothing changed since it was marked, is raw', async () => {
    const marked =
      '…1-60 as in your run of npm test above\n[60 of 60 lines repeated; recover_text]\n'
    const held = [ran(passed(1, 60)), edit, ran(marked)]
    expect(await run(`${passed(1, 60)}\n`, held)).toEqual({})
  })

  test('a second read of a file that was cut shows the lines not shown yet, and cuts nothing', async () => {
    const said = 'I need to see shade70.'
    const first = `${listed(1, 20)}\n…61:\n${listed(61, 80)}\n[60 of 100 lines cut; recover_text prune_id=prn_1]\n`
    const hook = {
      client: 'opencode',
      tool_name: 'read',
      tool_input: { filePath: '/p/a.ts' },
      tool_response: content(listed(1, 100)),
      said,
    }
    const { output } = await ask({ ...hook, held: [earlier(content(first))] })
    expect(output).toBe(
      content(
        `…1-20 as in your read of a.ts above\n${listed(21, 60)}\n…61-80 as in your read of a.ts above\n${listed(81, 100)}\n[40 of 100 lines repeated; raw: read a range, or read it again]\n`,
      ),
    )
  })
})

// Installed for the user and for the project, there are two hooks for each call.
test('an output that was pruned is not pruned again', async () => {
  const hook = {
    client: 'opencode',
    tool_name: 'bash',
    tool_input: { command: 'cat a.ts' },
    said: 'Where is shade177 mixed?',
  }
  const { output } = await ask({ ...hook, tool_response: `${lines(1, 900)}\n` })
  const pruned = String(output)
  expect(pruned).toContain(line(177))
  // Long enough to be pruned, and not what this server has just sent.
  const long = `${lines(1000, 1100)}\n${pruned}`
  const added = '\n<shell_metadata>\nexit code 0\n</shell_metadata>'
  for (const text of [pruned, long, long + added])
    expect(await ask({ ...hook, tool_response: text })).toEqual({})
})

describe('Claude Code: a whole file', () => {
  const numbered = (from: number, to: number, add = 0) =>
    lines(from, to, (n) => `${n + add}\t${line(n)}`)
  const read = (text: string, held: readonly object[], hook: object = {}) =>
    ask({
      client: 'claude',
      hook_event_name: 'ToolResult',
      session_id: 'again',
      tool_name: 'Read',
      tool_use_id: 'r',
      tool_input: { file_path: '/p/again.ts' },
      tool_response: { text },
      said: 'I am going to edit shade70.',
      held,
      ...hook,
    })
  const earlier = (output: string) => ({
    name: 'Read',
    input: { file_path: '/p/again.ts' },
    output,
  })
  const edit = {
    name: 'Edit',
    input: { file_path: '/p/again.ts', old_string: line(70), new_string: 'const warm = true' },
    output: 'ok',
  }
  const NOW = `${numbered(1, 69)}\n70\tconst warm = true\n${numbered(71, 100)}`
  const MARKED = `…1-69 as in your read of again.ts above\n70\tconst warm = true\n…71-100 as in your read of again.ts above\n[99 of 100 lines repeated; raw: read a range, or read it again]\n`

  test('read again after an edit shows what is new, and then all of it', async () => {
    const held = [earlier(numbered(1, 100)), edit]
    expect(await read(NOW, held)).toEqual({ text: MARKED })
    expect(await read(NOW, [...held, earlier(MARKED)])).toEqual({})
    // Some versions would say nothing but that.
    const same = await read('File unchanged since last read.', [...held, earlier(MARKED)], {
      tool_input: { file_path: '/p/none.ts' },
    })
    expect(same).toEqual({})
    expect(await read(NOW, [...held, earlier(MARKED), earlier(NOW)])).toEqual({
      text: '…1-100 as in your read of again.ts above\n[100 of 100 lines repeated; raw: read a range, or read it again]\n',
    })
  })

  // The server of a resumed session did not cut it itself: only the record shows that it was cut.
  test('that was cut before is whole when it is read again', async () => {
    const few = [10, 70, 130, 190].map((n) => `…\n${numbered(n, n + 3)}`)
    const CUT = `${few.join('\n')}\n…\n[184 of 200 lines not shown, chosen from your last message; for others Read with offset and limit, for all Read it again]`
    const at = (file_path: string) => ({
      said: 'Where is shade70 mixed?',
      tool_input: { file_path },
    })
    const all = numbered(1, 200)
    const { text } = await read(all, [], at('/p/first.ts'))
    expect(text).toContain('lines not shown')
    const before = { ...earlier(CUT), input: { file_path: '/p/resumed.ts' } }
    expect(await read(all, [before], at('/p/resumed.ts'))).toEqual({})
  })

  test.each([
    ['cut', {}, 1, 60],
    ['shown as a repeat', { offset: 11, limit: 40 }, 11, 50],
  ])('that the client calls unchanged, and that was %s, is shown', async (how, part, from, to) => {
    const file = join(home.home, 'unchanged.ts')
    writeFileSync(file, lines(1, 60))
    const tool_input = { file_path: file, ...part }
    const note =
      how === 'cut'
        ? `${numbered(20, 30)}\n[49 of 60 lines not shown, chosen from your last message]`
        : `…11-50 as in your read of unchanged.ts above\n[40 of 40 lines repeated; raw: read a range, or read it again]`
    const held = [{ name: 'Read', input: tool_input, output: note }]
    const UNCHANGED = 'Wasted call — file unchanged since your last Read.'
    expect(await read(UNCHANGED, held, { tool_input })).toEqual({ text: numbered(from, to) })
    const whole = [{ name: 'Read', input: tool_input, output: numbered(from, to) }]
    expect(await read(UNCHANGED, whole, { tool_input })).toEqual({})
  })

  test('of which nothing is in the conversation is whole before an edit', async () => {
    const input = { tool_input: { file_path: '/p/new.ts' } }
    expect(await read(numbered(1, 100), [], input)).toEqual({})
    expect(await read(numbered(1, 100), [earlier(lines(200, 300))], input)).toEqual({})
  })
})

describe('Claude Code: a whole file that the agent said nothing about', () => {
  const all = lines(1, 300, (n) => `${n}\t${line(n)}`)
  const read = (tool_use_id: string, hook: object) =>
    ask({
      client: 'claude',
      hook_event_name: 'ToolResult',
      session_id: tool_use_id,
      tool_name: 'Read',
      tool_use_id,
      tool_input: { file_path: `/p/${tool_use_id}.ts` },
      tool_response: { text: all },
      said: '',
      ...hook,
    })

  test('is shown by what the user asked for, and says so', async () => {
    const { text } = await read('asked', { prompt: 'Where is shade177 mixed?' })
    expect(text).toContain(`177\t${line(177)}\n`)
    expect(text).toMatch(
      /\n\[\d+ of 300 lines not shown, chosen from the user's prompt; for others Read with offset and limit, for all Read it again\]$/,
    )
    expect(String(text).length).toBeLessThan(all.length / 4)
  })

  test('is whole if the user wants it changed', async () => {
    const prompt = 'Where is shade177 mixed? Rename it in src/mixer.ts.'
    expect(await read('mixer', { prompt })).toEqual({})
    const { text } = await read('paint', { prompt })
    expect(text).toContain(`177\t${line(177)}\n`)
  })

  test('is whole if nobody asked for anything', async () => {
    expect(await read('nobody', { prompt: '' })).toEqual({})
  })
})

describe('our own tools, with the hooks of a client that reports what its model holds', () => {
  const question = { context_focus_question: 'Where is shade85 mixed?' }
  const own = (tool_name: string, input: object, text: string, held: readonly object[]) =>
    ask({
      client: 'opencode',
      tool_name,
      tool_input: input,
      tool_response: text,
      is_of_server: true,
      said: 'Which shades are mixed wrong?',
      held,
    })
  const range = (start_line: number, end_line: number) => ({
    file_path: '/p/a.ts',
    start_line,
    end_line,
  })
  const before = (output: string, input: object = range(1, 80)) => ({
    name: 'pruner_read',
    input,
    output,
  })
  const MARKED = `…41-80 as in your read of a.ts from 1 above\n${lines(81, 90)}\n[40 of 50 lines repeated; raw: read a range, or read it again]\n`

  test('lines of an earlier read are marked, and raw at the second request', async () => {
    const first = before(lines(1, 80))
    const text = lines(41, 90)
    const { output } = await own('pruner_read', range(41, 90), text, [first])
    expect(output).toBe(MARKED)
    const held = [first, before(MARKED, range(41, 90))]
    expect(await own('pruner_read', range(41, 90), text, held)).toEqual({})
  })

  test('an answer to a question keeps its marks, and its numbers stay right', async () => {
    const pruned = `…31:\n${lines(31, 70)}\n…85:\n${line(85)}\n[59 of 100 lines cut; recover_text prune_id=prn_1]\n`
    const input = { file_path: '/p/a.ts', ...question }
    const { output } = await own('pruner_read', input, pruned, [before(lines(1, 80))])
    expect(output).toBe(
      `…31:\n…31-70 as in your read of a.ts from 1 above\n…85:\n${line(85)}\n[59 of 100 lines cut; recover_text prune_id=prn_1]\n[40 of 44 lines repeated; raw: read a range, or read it again]\n`,
    )
  })

  test.each([
    ['opencode', 'pruner_bash', 'after'],
    ['claude', 'mcp__pruner__bash', 'ToolResult'],
    ['copilot', 'pruner-bash', 'after'],
  ])('what nobody asked anything of is not pruned: %s', async (client, tool_name, event) => {
    const text = lines(1, 400)
    const answer = await ask({
      client,
      hook_event_name: event,
      session_id: 'own',
      tool_name,
      tool_use_id: 'toolu_own',
      tool_input: { command: 'cat a.ts' },
      tool_response:
        client === 'opencode' ? text : { text, resultType: 'success', textResultForLlm: text },
      said: 'I need to see shade70.',
      prompt: '',
    })
    expect(answer).toEqual({})
  })

  test('recovered lines are unchanged', async () => {
    const held = [before(lines(1, 80))]
    expect(await own('pruner_recover_text', { prune_id: 'prn_1' }, lines(1, 60), held)).toEqual({})
  })
})

describe('Copilot, by its own record', () => {
  const record = (session: string, events: readonly object[]) => {
    const folder = join(home.home, '.copilot/session-state', session)
    mkdirSync(folder, { recursive: true })
    const text = events.map((event) => `${JSON.stringify(event)}\n`).join('')
    writeFileSync(join(folder, 'events.jsonl'), text)
    return join(folder, 'events.jsonl')
  }
  const view = (view_range: readonly number[]) => ({ path: '/p/a.ts', view_range })
  const calls = (toolCallId: string, args: object) => ({
    type: 'assistant.message',
    data: { content: 'Look.', toolRequests: [{ toolCallId, name: 'view', arguments: args }] },
  })
  const answered = (toolCallId: string, text: string) => ({
    type: 'tool.execution_complete',
    data: { toolCallId, success: true, result: { content: text } },
  })
  const hookBegan = (timestamp: number) => ({
    type: 'hook.start',
    data: { hookType: 'postToolUse', input: { timestamp, toolName: 'view' } },
  })
  const dotted = (from: number, to: number) => lines(from, to, (n) => `${n}. ${line(n)}`)
  const hook = (sessionId: string) => ({
    client: 'copilot',
    sessionId,
    toolName: 'view',
    toolArgs: view([41, 90]),
    toolResult: { resultType: 'success', textResultForLlm: dotted(41, 90) },
  })

  test('a view with a range is never cut, and repeats are marked with correct numbers', async () => {
    const events = [
      calls('c1', view([1, 80])),
      answered('c1', dotted(1, 80)),
      calls('c2', view([41, 90])),
    ]
    record('s1', events)
    expect(await ask(hook('s1'))).toEqual({
      modifiedResult: {
        resultType: 'success',
        textResultForLlm: `…41-80 as in your read of a.ts from 1 above\n${dotted(81, 90)}\n[40 of 50 lines repeated; raw: read a range, or read it again]\n`,
      },
    })
    record('s2', events.slice(2))
    expect(await ask(hook('s2'))).toEqual({})
  })

  test.each([
    ['powershell', { command: 'Get-Content a.ts' }],
    ['rg', { pattern: 'shade' }],
  ])('what %s prints is pruned', async (toolName, toolArgs) => {
    const said = 'Where is shade177 mixed?'
    const textResultForLlm = `${lines(1, 300)}\n`
    const toolResult = { resultType: 'success', textResultForLlm }
    const { modifiedResult } = await ask({
      ...hook(toolName),
      toolName,
      toolArgs,
      toolResult,
      said,
    })
    const shown = (modifiedResult as { textResultForLlm: string }).textResultForLlm
    expect(shown).toContain(`${line(177)}\n`)
    expect(shown.length).toBeLessThan(textResultForLlm.length / 4)
  })

  test('waits for the record until it contains this hook', async () => {
    // An earlier call that says the same looks open while the record lags behind.
    const file = record('s5', [calls('c1', view([41, 90])), hookBegan(1000)])
    const asked = ask({ ...hook('s5'), timestamp: 2000 })
    const later = [answered('c1', dotted(41, 90)), calls('c2', view([41, 90])), hookBegan(2000)]
    const text = later.map((event) => `${JSON.stringify(event)}\n`).join('')
    setTimeout(() => appendFileSync(file, text), 50)
    expect((await asked).modifiedResult).toMatchObject({
      textResultForLlm: expect.stringMatching(/^…41-90 as in your read of a\.ts from 41 above\n/),
    })
  })

  test('if lines carry no numbers, those of a range follow from its first line', async () => {
    record('s4', [
      calls('c1', view([1, 80])),
      answered('c1', lines(1, 80)),
      calls('c2', view([41, 90])),
    ])
    const toolResult = { resultType: 'success', textResultForLlm: lines(41, 90) }
    const { modifiedResult } = await ask({ ...hook('s4'), toolResult })
    expect(modifiedResult).toMatchObject({
      textResultForLlm: expect.stringMatching(/^…41-80 as in your read of a\.ts from 1 above\n/),
    })
  })

  test('after a compaction everything is sent again', async () => {
    const file = record('s3', [calls('c1', view([1, 80])), answered('c1', dotted(1, 80))])
    appendFileSync(file, `${JSON.stringify({ type: 'session.compaction_complete', data: {} })}\n`)
    appendFileSync(file, `${JSON.stringify(calls('c2', view([41, 90])))}\n`)
    expect(await ask(hook('s3'))).toEqual({})
  })
})
