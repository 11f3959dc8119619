// The plugins as `install --native` writes them, loaded by a stand-in for their client, asking a real server.
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NativeHome } from './native-home.js'

const WHERE = 'I need to see how reorderQuantity rounds.'
const noise = (name: string) =>
  Array.from({ length: 300 }, (_, index) => `export const ${name}${index} = mix(${index})`)
const SOURCE = [
  ...noise('shade'),
  'export function reorderQuantity(demand: number): number {',
  '  return Math.floor(demand) // rounds down',
  '}',
  ...noise('tone'),
  '',
].join('\n')
const WANTED = '  return Math.floor(demand) // rounds down'

let home: NativeHome
beforeAll(async () => {
  home = new NativeHome()
  home.run('install', 'amp', 'cline', '--native', '--yes')
  await home.start()
  await home.addressFile()
})
afterAll(() => home.end())

async function load(file: string): Promise<Record<string, unknown>> {
  const copy = join(home.home, `${file.replaceAll(/\W/g, '-')}.mjs`)
  copyFileSync(join(home.home, file), copy)
  return (await import(pathToFileURL(copy).href)) as Record<string, unknown>
}

describe('Amp', () => {
  interface Result {
    readonly output: { readonly output: string; readonly exitCode: number }
  }
  type Handler = (event: object, ctx: object) => Promise<Result | undefined>
  let handle: Handler
  beforeAll(async () => {
    const plugin = await load('.config/amp/plugins/mcp-pruner.ts')
    const start = plugin['default'] as (amp: object) => void
    start({
      helpers: {
        shellCommandFromToolCall: ({ tool, input }: { tool: string; input: { cmd?: string } }) =>
          tool === 'Bash' ? { command: input.cmd } : null,
      },
      on: (event: string, handler: Handler) => {
        if (event === 'tool.result') handle = handler
      },
    })
  })
  const said = (text: string) => ({ role: 'assistant', content: [{ type: 'text', text }] })
  const ctx = { thread: { messages: () => Promise.resolve([said(WHERE)]) } }
  const result = (tool: string, input: object, output: unknown) =>
    handle({ thread: { id: 'T-1' }, toolUseID: 't', tool, input, status: 'done', output }, ctx)

  test('an output keeps its format around the pruned text', async () => {
    const answer = await result('Bash', { cmd: 'cat a.ts' }, { output: SOURCE, exitCode: 0 })
    expect(answer).toMatchObject({ status: 'done' })
    const { output = '', exitCode } = answer?.output ?? {}
    expect([exitCode, output.includes(WANTED)]).toEqual([0, true])
    expect(output.length).toBeLessThan(SOURCE.length / 4)
  })

  test.each([
    ['a small output', 'Bash', { cmd: 'ls' }, 'a.ts'],
    ['an output without one text', 'Bash', { cmd: 'cat a.ts' }, { pages: [SOURCE] }],
    ['a range', 'Read', { path: '/a.ts', read_range: [1, 500] }, SOURCE],
    ['a tool that is not known', 'oracle', {}, SOURCE],
    ['an answer of ours', 'mcp__pruner__read', {}, SOURCE],
  ])('%s stays as it is', async (_, tool, input, output) => {
    expect(await result(tool, input, output)).toBeUndefined()
  })
})

test('Cline: each entry on its own, with the frame of a failing command around it', async () => {
  const plugin = await load('.cline/plugins/mcp-pruner.js')
  const { hooks } = plugin['default'] as {
    hooks: { afterTool(call: object): Promise<{ result: { output: { result: string }[] } }> }
  }
  const frame = '[Command exited with code 3]\n'
  const { result } = await hooks.afterTool({
    snapshot: { conversationId: 'c', messages: [{ role: 'assistant', content: WHERE }] },
    toolCall: { toolName: 'run_commands' },
    input: { commands: ['cat a.ts', 'ls'] },
    result: {
      output: [
        { query: 'cat a.ts', result: `${frame}${SOURCE}`, success: false },
        { query: 'ls', result: 'a.ts\n', success: true },
      ],
    },
  })
  const [first, second] = result.output
  expect(first?.result).toMatch(/^\[Command exited with code 3\]\n/)
  expect(first?.result).toContain(WANTED)
  // The numbers are the output's own: the frame is none of its lines.
  const marks = [...(first?.result ?? '').matchAll(/^…(\d+):\n(.*)$/gm)]
  expect(marks.length).toBeGreaterThan(0)
  for (const [, number, line] of marks) expect(SOURCE.split('\n')[Number(number) - 1]).toBe(line)
  expect(second?.result).toBe('a.ts\n')
})
