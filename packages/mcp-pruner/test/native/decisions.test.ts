// Which calls are left alone, whatever their output, and what is counted. One home and one server for all: the settings
// are looked at for each call.
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { FAILING, NativeHome, WHY } from './native-home.js'

let home: NativeHome
beforeAll(async () => {
  home = new NativeHome()
  await home.start()
})
afterEach(() => home.settings({}))
afterAll(() => home.end())

const lines = (count: number, word: string): string =>
  Array.from(
    { length: count },
    (_, i) => `${word} ${i} of the colours is mixed by shade ${i}\n`,
  ).join('')
const OUTPUT = `${lines(300, 'ok')}reorderQuantity rounds down\n${lines(300, 'ok')}`
const WHERE = 'Where does reorderQuantity round?'

const replaced = async (fields: Readonly<Record<string, unknown>>): Promise<string | undefined> => {
  const { updatedToolOutput } = (await home.hook({
    hook_event_name: 'PostToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'cat a.txt', description: WHERE },
    tool_response: { stdout: OUTPUT, stderr: '', interrupted: false, isImage: false },
    ...fields,
  })) as { updatedToolOutput?: { stdout?: string; content?: string } }
  return updatedToolOutput?.stdout ?? updatedToolOutput?.content
}

test.each([
  ['a file in it', 'notes/a.txt', undefined],
  ['the folder itself', 'notes', undefined],
  ['a folder whose name only begins so', 'notes-old/a.txt', 'pruned'],
])('of a folder that the settings list, a search in %s', async (_name, path, outcome) => {
  home.settings({ rawPaths: [join(home.home, 'notes')] })
  const shown = await replaced({
    tool_name: 'Grep',
    tool_input: { pattern: 'reorderQuantity', path: join(home.home, path), description: WHERE },
    tool_response: { mode: 'content', numFiles: 1, filenames: [], content: OUTPUT, numLines: 601 },
  })
  expect(shown === undefined ? undefined : 'pruned').toBe(outcome)
})

test('a command that was wrapped is not pruned a second time', async () => {
  const call = { tool_use_id: 'toolu_wrapped', tool_input: { command: FAILING, description: WHY } }
  const { updatedInput } = (await home.hook({
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    ...call,
  })) as { updatedInput?: { command: string } }
  expect(updatedInput?.command).toContain('# mcp-pruner ')
  expect(await replaced(call)).toBeUndefined()
  expect(await replaced({ ...call, tool_use_id: 'toolu_other' })).toContain('reorderQuantity')
})

test.each([
  ['untrusted', false],
  ['on-request', true],
])('where Codex asks by %s, a command is wrapped: %s', async (permission_mode, isWrapped) => {
  const { updatedInput } = (await home.hook({
    client: 'codex',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: FAILING, description: WHY },
    permission_mode,
  })) as { updatedInput?: { command: string } }
  expect(updatedInput !== undefined).toBe(isWrapped)
})

test('an output of which little could be cut is unchanged', async () => {
  const failures = Array.from(
    { length: 60 },
    (_, i) => `FAIL src/${i * 37}.ts: expected ${i} to be ${i * 3}\n`,
  )
  const passed = Array.from({ length: 12 }, (_, i) => `ok ${i}\n`)
  const stdout = [...failures, ...passed].join('')
  expect(await replaced({ tool_response: { stdout, stderr: '' } })).toBeUndefined()
})

test("with a file of the user's own for the shell nobody would read the mark, and no command is wrapped", async () => {
  const other = new NativeHome({ CLAUDE_ENV_FILE: '/home/me/env.sh' })
  await other.start()
  expect(await other.wrapped(FAILING, WHY)).toBe(FAILING)
  await other.end()
})

test('a replacement counts once the record of the session shows it, and not before', async () => {
  const transcript_path = join(home.home, 'session.jsonl')
  writeFileSync(transcript_path, '')
  const counted = () => {
    const { byTool } = JSON.parse(home.run('stats', '--json').stdout) as {
      byTool: { name: string; raw: number; shown: number }[]
    }
    const { raw = 0, shown = 0 } = byTool.find(({ name }) => name === 'native Bash') ?? {}
    return raw > shown
  }
  const shown = await replaced({ transcript_path })
  expect(shown).toContain('reorderQuantity rounds down')
  // The next call is when it is looked for.
  await replaced({ tool_response: { stdout: 'small\n', stderr: '' } })
  await replaced({ tool_response: { stdout: 'small\n', stderr: '' } })
  expect(counted()).toBe(false)
  appendFileSync(transcript_path, `${JSON.stringify({ content: shown })}\n`)
  await expect
    .poll(
      async () => {
        await replaced({ tool_response: { stdout: 'small\n', stderr: '' } })
        return counted()
      },
      { interval: 300 },
    )
    .toBe(true)
})
