import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { RawClient } from '@jeeves/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NativeHome } from './native-home.js'

let home: NativeHome
beforeAll(async () => {
  home = new NativeHome()
  await home.start()
  // The first takes the store and the engine into use, which on a busy machine may take longer than a call may.
  for (const wait of [0, 500, 1000]) {
    await new Promise((resolve) => setTimeout(resolve, wait))
    await home.hook({
      hook_event_name: 'PostToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'cat a.ts', description: WHERE },
      tool_response: { stdout: `first\n${SOURCE}` },
    })
  }
})
afterAll(() => home.end())

const WHERE = 'I need to see how reorderQuantity rounds.'
const noise = Array.from(
  { length: 600 },
  (_, index) => `export const shade${index} = mix(${index})`,
)
const SOURCE = [
  ...noise,
  'export function reorderQuantity(demand: number): number {',
  '  return Math.floor(demand) // rounds down',
  '}',
  ...noise.map((line) => line.replace('shade', 'tone')),
  '',
].join('\n')

test('the hidden tool is not there in a client that has no such hooks, with the right key either', async () => {
  const other = new RawClient(process.execPath, [join(home.data, 'app/index.js')], home.env)
  await other.initialize('cursor-vscode')
  const fields = { key: home.key, client: 'claude', hook_event_name: 'PostToolUse' }
  const asked = await other.call('native_hook', fields)
  const unknown = await other.call('no_such_tool', fields)
  expect(asked.error?.code).toBe(-32602)
  expect(JSON.stringify(asked.error).replaceAll('native_hook', 'NAME')).toBe(
    JSON.stringify(unknown.error).replaceAll('no_such_tool', 'NAME'),
  )
  await other.end()
})

test('the hidden tool is in no list', async () => {
  const { result } = (await (home.server as RawClient).request('tools/list')) as {
    result: { tools: { name: string }[] }
  }
  expect(result.tools.map(({ name }) => name)).toEqual(['read', 'bash', 'grep', 'recover_text'])
})

describe('after a call', () => {
  const after = (fields: Readonly<Record<string, unknown>>) =>
    home.hook({ hook_event_name: 'PostToolUse', ...fields })

  test('Bash is replaced in its own shape', async () => {
    const answer = await after({
      tool_name: 'Bash',
      tool_input: { command: 'cat a.ts', description: WHERE },
      tool_response: { stdout: SOURCE, stderr: '', interrupted: false, isImage: false },
    })
    const output = answer['updatedToolOutput'] as Record<string, unknown>
    expect(output).toMatchObject({ stderr: '', interrupted: false, isImage: false })
    expect(output['stdout']).toContain('  return Math.floor(demand) // rounds down')
    expect(String(output['stdout']).length).toBeLessThan(SOURCE.length / 4)
  })

  test('the user’s prompt is used if the agent says little', async () => {
    const parts = ['Demand', 'Margin', 'Price', 'Order', 'Stock', 'Batch', 'Route', 'Label']
    const verbs = ['read', 'write', 'check', 'round', 'merge', 'split', 'count', 'store', 'clear']
    const stdout = verbs
      .flatMap((verb) => parts.map((part) => `${verb}${part}`))
      .map((name) =>
        [
          `export function ${name}(input: Input): number {`,
          `  if (input.amount < 0) throw new RangeError('${name}')`,
          '  return Math.floor(input.amount)',
          '}\n',
        ].join('\n'),
      )
      .join('\n')
    const shown = async (words: Readonly<Record<string, string>>) => {
      const answer = await after({
        tool_name: 'Bash',
        tool_input: { command: 'cat a.ts', description: 'Look at the source' },
        tool_response: { stdout, stderr: '', interrupted: false, isImage: false },
        ...words,
      })
      const output = (answer['updatedToolOutput'] ?? { stdout: '' }) as Record<string, unknown>
      return String(output['stdout'])
    }
    const wanted = "throw new RangeError('roundDemand')"
    expect(await shown({})).not.toContain(wanted)
    expect(await shown({ prompt: 'Orders run short: `roundDemand` must round up.' })).toContain(
      wanted,
    )
  })

  test('control characters in kept lines are visible', async () => {
    const stdout = SOURCE.replace('// rounds down', '// rounds down \x1b[8mhidden\u2028')
    const answer = await after({
      tool_name: 'Bash',
      tool_input: { command: 'cat a.ts', description: WHERE },
      tool_response: { stdout, stderr: '', interrupted: false, isImage: false },
    })
    const output = answer['updatedToolOutput'] as Record<string, unknown>
    expect(output['stdout']).toContain(
      '  return Math.floor(demand) // rounds down \\x1b[8mhidden\\u2028\n',
    )
  })

  test('an output that the client saved to a file is read from there', async () => {
    const session = join(home.home, '.claude/projects/work/session-1')
    const file = join(session, 'tool-results/kept.txt')
    mkdirSync(join(session, 'tool-results'), { recursive: true })
    writeFileSync(file, SOURCE)
    const answer = await after({
      tool_name: 'Bash',
      tool_input: { command: 'cat a.ts', description: WHERE },
      tool_response: {
        stdout: SOURCE.slice(0, 3000),
        stderr: '',
        persistedOutputPath: file,
        persistedOutputSize: SOURCE.length,
      },
      transcript_path: `${session}.jsonl`,
    })
    const output = answer['updatedToolOutput'] as Record<string, unknown>
    expect(Object.keys(output).sort()).toEqual(['stderr', 'stdout'])
    expect(output['stdout']).toContain('  return Math.floor(demand) // rounds down')
  })

  test('a file elsewhere is not, whoever mentions it', async () => {
    const session = join(home.home, '.claude/projects/work/session-2')
    mkdirSync(join(session, 'tool-results'), { recursive: true })
    writeFileSync(`${session}.jsonl`, '')
    const secret = join(home.home, 'secret.txt')
    writeFileSync(secret, SOURCE.replaceAll('reorder', 'private'))
    symlinkSync(secret, join(session, 'tool-results/link.txt'))
    for (const path of [secret, join(session, 'tool-results/link.txt')]) {
      for (const transcript_path of [`${session}.jsonl`, join(home.home, 'x.jsonl'), '']) {
        const answer = await after({
          tool_name: 'Bash',
          tool_input: { command: 'cat a.ts', description: WHERE },
          tool_response: { stdout: 'x\n'.repeat(2000), stderr: '', persistedOutputPath: path },
          transcript_path,
        })
        expect(JSON.stringify(answer)).not.toContain('private')
      }
    }
  })

  test.each([
    ['without the key of this install', {}, {}],
    ['with a wrong one', { key: '0'.repeat(32) }, {}],
    ['for a model', { key: 'right' }, { _meta: { 'claudecode/toolUseId': 'toolu_01' } }],
  ])('the hidden tool does not answer a caller %s', async (_, key, more) => {
    const fields = {
      client: 'claude',
      hook_event_name: 'PostToolUse',
      tool_name: 'Bash',
      tool_use_id: 'toolu_x',
      tool_input: { command: 'cat a.ts', description: WHERE },
      tool_response: { stdout: SOURCE, stderr: '' },
      ...key,
      ...('key' in key && key.key === 'right' && { key: home.key }),
    }
    const params = { name: 'native_hook', arguments: fields, ...more }
    const asked = (await (home.server as RawClient).request('tools/call', params)) as object
    const other = (await (home.server as RawClient).request('tools/call', {
      ...params,
      name: 'no_such_tool',
    })) as object
    expect(JSON.stringify(asked).replaceAll('native_hook', 'NAME')).toBe(
      JSON.stringify(other)
        .replaceAll('no_such_tool', 'NAME')
        .replace(/"id":\d+/, /"id":\d+/.exec(JSON.stringify(asked))?.[0] ?? ''),
    )
  })

  test("data of another server's tool is narrowed to items, and stays JSON", async () => {
    const rows = Array.from({ length: 300 }, (_, id) => ({
      id,
      title: id === 217 ? 'reorderQuantity rounds down' : `shade ${id} is too dark in the palette`,
      labels: ['colour', `group ${id % 7}`],
    }))
    const raw = JSON.stringify({ total: 300, rows })
    const answer = await after({
      tool_name: 'mcp__tracker__list_issues',
      tool_input: { state: 'open' },
      tool_response: [{ type: 'text', text: raw }],
      said: 'Is there an issue about how `reorderQuantity` rounds?',
      prompt: '',
    })
    const [json = '', closing = ''] = String(answer['updatedToolOutput']).split('\n')
    const shown = JSON.parse(json) as { total: number; rows: { id: number }[] }
    expect([shown.total, shown.rows.some(({ id }) => id === 217)]).toEqual([300, true])
    expect(shown.rows.length).toBeLessThan(60)
    expect(closing).toMatch(
      /^\[only \d+ of 300 items of \/rows shown; all: recover_text prune_id=prn_[0-9A-Z]{26}\]$/,
    )
    const prune_id = /prn_\w+/.exec(closing)?.[0]
    const { result } = await (home.server as RawClient).call('recover_text', { prune_id })
    expect(result.content[0].text).toContain(raw)
  })

  test('JSON that a command prints on one line is narrowed to items, and recovered whole', async () => {
    const comments = Array.from({ length: 40 }, (_, id) => ({
      id,
      author: { login: `reviewer${id % 5}` },
      body:
        id === 31
          ? 'reorderQuantity rounds down, it should round up'
          : `The palette of shade ${id} is too dark, please mix it with another colour before the release.`,
    }))
    const raw = `${JSON.stringify({ number: 7, comments })}\n`
    const hook = {
      tool_name: 'Bash',
      tool_input: { command: 'gh pr view 7 --json number,comments' },
      said: 'What do the reviewers say about `reorderQuantity`?',
      prompt: '',
    }
    const answer = await after({ ...hook, tool_response: { stdout: raw, stderr: '' } })
    const { stdout } = answer['updatedToolOutput'] as { stdout: string }
    const [json = '', closing = ''] = stdout.split('\n')
    const shown = JSON.parse(json) as { number: number; comments: { id: number }[] }
    expect([shown.number, shown.comments.some(({ id }) => id === 31)]).toEqual([7, true])
    expect(shown.comments.length).toBeLessThan(20)
    expect(closing).toMatch(
      /^\[only \d+ of 40 items of \/comments shown; all: recover_text prune_id=prn_[0-9A-Z]{26}\]$/,
    )
    const prune_id = /prn_\w+/.exec(closing)?.[0]
    const { result } = await (home.server as RawClient).call('recover_text', { prune_id })
    expect(result.content[0].text).toContain(raw)
  })

  test('Grep is replaced in its own shape', async () => {
    const content = SOURCE.split('\n')
      .map((line, index) => `a.ts:${index + 1}:${line}`)
      .join('\n')
    const answer = await after({
      tool_name: 'Grep',
      tool_input: { pattern: 'reorderQuantity|mix', description: WHERE },
      tool_response: { mode: 'content', numFiles: 1, filenames: [], content, numLines: 1203 },
    })
    const output = answer['updatedToolOutput'] as Record<string, unknown>
    expect(output).toMatchObject({ mode: 'content', numFiles: 1, filenames: [] })
    expect(output['content']).toContain('a.ts:601:export function reorderQuantity')
  })

  test.each([
    [
      'small',
      {
        tool_name: 'Bash',
        tool_input: { command: 'cat a', description: WHERE },
        tool_response: { stdout: 'a\n' },
      },
    ],
    [
      'of an image',
      {
        tool_name: 'Bash',
        tool_input: { command: 'cat a', description: WHERE },
        tool_response: { stdout: SOURCE, isImage: true },
      },
    ],
    [
      'nobody asked anything of',
      { tool_name: 'Bash', tool_input: { command: 'cat a' }, tool_response: { stdout: SOURCE } },
    ],
    [
      'of another tool',
      { tool_name: 'WebFetch', tool_input: { description: WHERE }, tool_response: SOURCE },
    ],
    [
      'of a shape that is not known',
      {
        tool_name: 'Bash',
        tool_input: { command: 'cat a', description: WHERE },
        tool_response: SOURCE,
      },
    ],
  ])('an output %s stays', async (_name, fields) => {
    expect(await after(fields)).toEqual({})
  })
})

describe('before a read', () => {
  const session = (id: string, said: string) => {
    const file = join(home.home, `${id}.jsonl`)
    const line = (message: object, type: string) => JSON.stringify({ type, message })
    writeFileSync(
      file,
      [
        line({ role: 'user', content: 'Look into it.' }, 'user'),
        line({ role: 'assistant', content: [{ type: 'text', text: said }] }, 'assistant'),
        line(
          { role: 'assistant', content: [{ type: 'tool_use', id, name: 'Read', input: {} }] },
          'assistant',
        ),
        '',
      ].join('\n'),
    )
    return file
  }
  const read = async (
    id: string,
    said: string,
    input: object = {},
    name = 'large.ts',
    more: Readonly<Record<string, string>> = {},
  ) => {
    const path = join(home.home, name)
    writeFileSync(path, SOURCE)
    const answer = await home.hook({
      hook_event_name: 'PreToolUse',
      tool_name: 'Read',
      tool_use_id: id,
      transcript_path: session(id, said),
      tool_input: { file_path: path, ...input },
      ...more,
    })
    return answer['updatedInput'] as { offset: number; limit: number } | undefined
  }

  const after = (id: string, startLine: number, more: Readonly<Record<string, string>> = {}) =>
    home.hook({
      hook_event_name: 'PostToolUse',
      tool_name: 'Read',
      tool_use_id: id,
      tool_input: {},
      tool_response: { type: 'text', file: { content: 'x', numLines: 1, startLine } },
      ...more,
    })

  test('a long file is narrowed to the range in question, with a note for the model', async () => {
    const range = await read('r1', WHERE)
    expect(range?.offset).toBeLessThanOrEqual(601)
    expect((range?.offset ?? 0) + (range?.limit ?? 0)).toBeGreaterThan(603)
    expect(range?.limit).toBeLessThan(300)
    const told = await after('r1', range?.offset ?? 0)
    expect(told['additionalContext']).toMatch(
      /^only lines \d+-\d+ of 1203 of .*large\.ts were read/,
    )
  })

  // The first calls of a session may begin before its module reaches the server.
  test('one that was narrowed before the module was heard keeps its note, and is not cut again', async () => {
    const here = { session_id: 'late-module' }
    const module = async (event: string, fields: object) => {
      const { result } = await (home.server as RawClient).call('native_hook', {
        key: home.key,
        client: 'claude',
        hook_event_name: event,
        ...here,
        ...fields,
      })
      return JSON.parse(result.content[0].text) as { text?: string }
    }
    const result = (id: string) =>
      module('ToolResult', {
        tool_name: 'Bash',
        tool_use_id: id,
        tool_input: { command: 'cat large.ts' },
        tool_response: { text: SOURCE },
        said: WHERE,
      })
    const range = await read('r8', WHERE, {}, 'late-module.ts', here)
    expect((await result('r9')).text).toContain('recover_text')
    const told = await after('r8', range?.offset ?? 0, here)
    expect(told['additionalContext']).toMatch(/^only lines \d+-\d+ of 1203 of /)
    expect(await result('r8')).toEqual({})
  })

  // The hook's answer may come too late: then the client has read all of it.
  test('a read that was not narrowed after all gets no note', async () => {
    expect(await read('r7', WHERE, {}, 'late.ts')).toBeDefined()
    expect(await after('r7', 1)).toEqual({})
  })

  test('a second read gets it whole', async () => {
    expect(await read('r2', WHERE, {}, 'again.ts')).toBeDefined()
    const path = join(home.home, 'again.ts')
    const answer = await home.hook({
      hook_event_name: 'PreToolUse',
      tool_name: 'Read',
      tool_use_id: 'r2',
      transcript_path: join(home.home, 'r2.jsonl'),
      tool_input: { file_path: path },
    })
    expect(answer).toEqual({})
  })

  test.each([
    ['a ranged read', 'r3', WHERE, { offset: 5, limit: 10 }, 'large.ts'],
    ['a file about to be edited', 'r4', 'Now let me fix reorderQuantity.', {}, 'large.ts'],
    ['an image', 'r5', WHERE, {}, 'large.png'],
    ['a notebook', 'r6', WHERE, {}, 'large.ipynb'],
  ])('%s passes', async (_name, id, said, input, name) => {
    expect(await read(id, said, input, name)).toBeUndefined()
  })
})
