// Files that Gemini CLI, opencode and Copilot read again after a cut, and how their outputs are replaced, as installed.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AgentProgram, NativeUse, ProgramPlace } from '../clients/agent-program.js'
import { copilot } from '../clients/copilot.js'
import { gemini } from '../clients/gemini.js'
import { opencode } from '../clients/opencode.js'
import type { ScriptStep } from '../stand-ins/agent-api.js'
import { FILES, WHERE } from './long-texts.js'
import { UNTIL_SERVER } from './native.case.js'
import { runAgent } from './run-agent.js'

const ANSWER = '  return Math.floor(demand - stock) // rounds down'
const lineOf = (name: string, index: number) =>
  `export const ${name}${index} = place(${index}, ${index % 7})`
const linesOf = (name: string) => Array.from({ length: 150 }, (_, index) => lineOf(name, index))

/** Short enough for every client to show it whole; `last0` is at line 154. */
const shelves = (last: string) =>
  [
    ...linesOf('shelf'),
    'export function reorderQuantity(demand: number, stock: number): number {',
    ANSWER,
    '}',
    ...linesOf(last),
    '',
  ].join('\n')

interface Reader {
  readonly program: AgentProgram
  readonly read: (file: string) => NativeUse
  /** Lines 200 to 259. */
  readonly readRange: (file: string) => NativeUse
}

/** A file, another one, the first again, a range of the other. */
async function readTwice(
  { program, read, readRange }: Reader,
  more: { readonly steps?: readonly ScriptStep[]; spoil?: (place: ProgramPlace) => void } = {},
) {
  const { steps = [], ...rest } = more
  const outcome = await runAgent({
    program,
    files: { ...FILES, 'shelves.ts': shelves('bin'), 'boxes.ts': shelves('box') },
    script: ({ project }) => [
      { say: 'Wait.', ...program.shell(UNTIL_SERVER, 'Wait') },
      { say: WHERE, ...read(`${project}/shelves.ts`) },
      { say: WHERE, ...read(`${project}/boxes.ts`) },
      { say: WHERE, ...read(`${project}/shelves.ts`) },
      { say: WHERE, ...readRange(`${project}/boxes.ts`) },
      ...steps,
    ],
    ...rest,
  })
  const [, cut = '', , again = '', range = ''] = outcome.results
  expect(cut).toContain(ANSWER)
  expect(cut).not.toContain(lineOf('bin', 120))
  expect(cut).toContain('raw: read a range, or read it again')
  expect(again).toContain(lineOf('bin', 120))
  expect(again).not.toContain('lines cut')
  for (let index = 46; index < 105; index += 1) expect(range).toContain(lineOf('box', index))
  return outcome
}

/** What the hook's script falls back to if it finds no server: a Node for each call. */
const withoutHookProgram = ({ home }: ProgramPlace) =>
  writeFileSync(join(home, '.local/share/mcp-pruner/app/native-hook.js'), 'process.exit(0)')

test('Gemini CLI: a cut file comes whole when it is read again; no replaced output is an error, and no call starts a Node', async () => {
  const readRange = (file_path: string) => ({
    use: 'read_file',
    input: { file_path, start_line: 200, end_line: 260 },
  })
  const read = (file_path: string) => ({ use: 'read_file', input: { file_path } })
  const { requests } = await readTwice(
    { program: gemini, read, readRange },
    { spoil: withoutHookProgram },
  )
  const { contents = [] } = JSON.parse(requests.at(-1)?.body ?? '{}') as {
    contents?: { parts: { functionResponse?: { response: object } }[] }[]
  }
  const responses = contents.flatMap(({ parts }) =>
    parts.flatMap(({ functionResponse }) => functionResponse?.response ?? []),
  )
  expect(responses.map((response) => Object.keys(response).join())).toEqual(Array(5).fill('output'))
})

test('Copilot: a cut file comes whole when it is read again, and no call starts a Node', async () => {
  const { results } = await readTwice(
    {
      program: copilot,
      read: (path) => ({ use: 'view', input: { path } }),
      readRange: (path) => ({ use: 'view', input: { path, view_range: [200, 260] } }),
    },
    { spoil: withoutHookProgram },
  )
  expect(results).toHaveLength(5)
})

test('opencode: a cut file comes whole when it is read again; over 50 KB numbers and recovery are of the whole output', async () => {
  const { results } = await readTwice(
    {
      program: opencode,
      read: (filePath) => ({ use: 'read', input: { filePath } }),
      readRange: (filePath) => ({ use: 'read', input: { filePath, offset: 200, limit: 60 } }),
    },
    {
      steps: [
        { say: WHERE, ...opencode.shell('cat large.ts other.ts', 'Show the source') },
        (so) => ({
          say: 'The beginning.',
          ...opencode.prunerTool('recover_text', {
            prune_id: /prn_[0-9A-Z]{26}/.exec(so[5] ?? '')?.[0],
            ranges: ['1-3'],
          }),
        }),
      ],
    },
  )
  const [, , , , , source = '', recovered = ''] = results
  const [, number, shade] = /…(\d+):\nexport const shade(\d+) /.exec(source) ?? []
  expect(Number(number)).toBe(Number(shade) + 1)
  expect(source).toContain(ANSWER)
  expect(source).toMatch(/\d+ of 2406 lines cut/)
  expect(recovered).toContain('export const shade0 = mixColours(0, 0)')
  expect(recovered).toContain('export const shade2 = mixColours(2, 2)')
})
