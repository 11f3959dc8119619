// Claude Code with the hooks module that `install --native` gives it, and versions that do not run it. Everything is
// said once, and nothing waits longer than a user would.
import { describe, expect, test } from 'vitest'
import { allowing, claude, claudeVersion, talking } from '../clients/claude.js'
import { subagentOf } from '../stand-ins/agent-api.js'
import { FILES, LARGE_SOURCE } from './long-texts.js'
import { UNTIL_SERVER } from './native.case.js'
import { runAgent } from './run-agent.js'

const noise = (from: number) =>
  Array.from({ length: 120 }, (_, at) => `export const shade${from + at} = mix(${from + at})`)

/** The second begins at line 244, the eighth at line 982. */
const FUNCTIONS = {
  reorderQuantity: ['(demand: number, stock: number) {', '  return Math.floor(demand - stock)'],
  marginOf: ['(price: Price): Share {', '  return new Share(price.net / price.gross)'],
  joinBatches: ['(all: Batch[]): Batch {', '  return all.reduce((sum, one) => sum.with(one))'],
  routeLabel: ['(stops: readonly Stop[]) {', "  return stops.map((stop) => stop.city).join(' > ')"],
  parseInvoice: ['(text: string): Invoice {', '  return InvoiceSchema.parse(JSON.parse(text))'],
  lockShelf: ['(shelf: Shelf, by: Worker) {', '  shelf.lock = { by, until: nextMorning() }'],
  countPallets: ['(hall: Hall) {', '  return hall.rows.length * hall.perRow'],
  chooseCarrier: ['(order: Order) {', '  return carriers.find((one) => one.accepts(order))'],
}
const SOURCE = Object.entries(FUNCTIONS)
  .flatMap(([name, [head, body]], index) =>
    noise(index * 120).concat(`export function ${name}${head}`, body ?? '', '}'),
  )
  .join('\n')
/** 72 functions that differ in their names alone. */
const PARTS = ['Demand', 'Margin', 'Price', 'Order', 'Stock', 'Batch', 'Route', 'Label']
const VERBS = ['read', 'write', 'check', 'round', 'merge', 'split', 'count', 'store', 'clear']
const errorOf = (name: string) => `throw new RangeError('${name}')`
const SIMILAR = VERBS.flatMap((verb) => PARTS.map((part) => `${verb}${part}`))
  .map((name) =>
    [
      `export function ${name}(input: Input): number {`,
      `  if (input.amount < 0) ${errorOf(name)}`,
      '  return Math.floor(input.amount)',
      '}\n',
    ].join('\n'),
  )
  .join('\n')
const ASKED = PARTS.map((part, index) => `${VERBS[index]}${part}`)
const alone = (name: string) => LARGE_SOURCE.replace('reorderQuantity', name)

const files = { ...FILES, 'rounding.ts': SOURCE }
const LINES = SOURCE.split('\n')

/** Every line that is shown with a number is the line of the file with that number. */
function expectRightNumbers(shown: string): void {
  const numbered = [...shown.matchAll(/^\s*(\d+)[\t→](.*)$/gm)]
  expect(numbered.length).toBeGreaterThan(0)
  for (const [, number, line] of numbered) expect(line).toBe(LINES[Number(number) - 1])
}

const lookFor = (name: string) => `I need to see what \`${name}\` does.`
const read = (say: string, file: string, more: object = {}) => ({
  say,
  use: 'Read',
  input: { file_path: file, ...more },
})

describe.each([
  ['the newest', claude],
  ['2.1.300', claudeVersion('2.1.300')],
])('Claude Code, %s', (_name, program) => {
  test('shows several ranges of a file with right numbers, from the first call of a session', async () => {
    const { results } = await runAgent({
      program,
      files,
      script: ({ project }) => [
        read('I need to see what `marginOf` and `chooseCarrier` do.', `${project}/rounding.ts`),
        read('Once more.', `${project}/rounding.ts`),
      ],
    })
    const [shown = '', again = ''] = results
    expect(shown).toContain('new Share(price.net / price.gross)')
    expect(shown).toContain('carriers.find((one) => one.accepts(order))')
    expect(shown).not.toContain('shade600 =')
    expect(shown).toMatch(/^\[\d+ of 984 lines not shown/m)
    expectRightNumbers(shown)
    expect(again).toContain('shade600 =')
    expectRightNumbers(again)
  })

  test('uses the words of its own turn, every time', async () => {
    const { results } = await runAgent({
      program,
      files: Object.fromEntries(ASKED.map((name) => [`${name}.ts`, SIMILAR])),
      script: ({ project }) => ASKED.map((name) => read(lookFor(name), `${project}/${name}.ts`)),
    })
    const found = results.map((shown) => ASKED.filter((name) => shown.includes(errorOf(name))))
    expect(found).toEqual(ASKED.map((name) => [name]))
  })
})

test('a file that the agent says nothing about is shown by what the user asked for', async () => {
  const { results } = await runAgent({
    program: talking(claude),
    files,
    prompts: ['What does `marginOf` return?'],
    script: ({ project }) => [read('', `${project}/rounding.ts`)],
  })
  const [shown = ''] = results
  expect(shown).toContain('new Share(price.net / price.gross)')
  expect(shown).not.toContain('shade600 =')
  expect(shown).toMatch(/^\[\d+ of 984 lines not shown, chosen from the user's prompt; /m)
  expectRightNumbers(shown)
})

test.each([
  ['the newest', claude],
  ['2.1.285', claudeVersion('2.1.285')],
])(
  'Claude Code, %s: two concurrent subagents each get the lines for their own question',
  async (_name, program) => {
    const task = (word: string) => ({
      description: `Look at ${word}`,
      prompt: `${word}: look.`,
      subagent_type: 'general-purpose',
      run_in_background: false,
    })
    const { requests } = await runAgent({
      program: allowing(program, 'Task,Agent'),
      files: { 'similar.ts': SIMILAR },
      script: () => [
        {
          say: 'Two may look.',
          use: 'Task',
          input: task('ALPHATASK'),
          also: [{ use: 'Task', input: task('BETATASK') }],
        },
        { say: 'Unused.' },
        // They work at the same time as this one, which must not end before them.
        {
          say: 'Wait.',
          ...claude.shell(
            'for i in $(seq 900); do [ -e ALPHATASK ] && [ -e BETATASK ] && break; sleep 0.1; done',
            'Wait',
          ),
        },
      ],
      subagents: {
        ALPHATASK: [
          { say: lookFor('mergeStock'), ...claude.shell('cat similar.ts', 'Show it') },
          { say: 'Done.', ...claude.shell('touch ALPHATASK', 'Say so') },
        ],
        BETATASK: [
          { say: lookFor('splitBatch'), ...claude.shell('cat similar.ts', 'Show it') },
          { say: 'Done.', ...claude.shell('touch BETATASK', 'Say so') },
        ],
      },
    })
    const shown = (word: string) =>
      requests.findLast((request) => subagentOf(request, [word]) === word)?.results[0] ?? ''
    expect(shown('ALPHATASK')).toContain(errorOf('mergeStock'))
    expect(shown('ALPHATASK')).not.toContain(errorOf('splitBatch'))
    expect(shown('BETATASK')).toContain(errorOf('splitBatch'))
    expect(shown('BETATASK')).not.toContain(errorOf('mergeStock'))
  },
)

test('a file that is attached again after a compaction is shown in part, with right numbers', async () => {
  const run = (native: boolean) =>
    runAgent({
      program: talking(claude),
      files,
      native,
      prompts: ['Find out how margins are rounded.', '/compact', 'Go on.'],
      script: ({ project }) => [
        read(lookFor('marginOf'), `${project}/rounding.ts`, { offset: 244, limit: 3 }),
      ],
    })
  // The client's own side requests may come after that of the conversation.
  const attached = (bodies: readonly { readonly body: string }[]) => {
    const texts = bodies.flatMap(({ body }) => {
      const { messages = [] } = JSON.parse(body || '{}') as {
        messages?: { content: string | { text?: string }[] }[]
      }
      return messages.flatMap(({ content }) =>
        typeof content === 'string' ? [content] : content.map(({ text = '' }) => text),
      )
    })
    return texts.findLast((text) => text.includes('Result of calling the Read tool')) ?? ''
  }
  const without = attached((await run(false)).requests)
  const shown = attached((await run(true)).requests)
  expect(without).toContain('shade600 =')
  expect(shown).toContain('new Share(price.net / price.gross)')
  expect(shown).not.toContain('shade600 =')
  expectRightNumbers(shown)
})

test('after /clear, which begins another session, outputs are pruned as before', async () => {
  const { results, earlier } = await runAgent({
    program: talking(claude),
    files,
    prompts: ['What does `marginOf` return?', '/clear', 'What does `marginOf` return?'],
    // The first session after an install also has other hooks.
    later: [() => {}],
    script: ({ project }) => [read(lookFor('marginOf'), `${project}/rounding.ts`)],
  })
  for (const [shown = ''] of [...earlier, results]) {
    expect(shown).toContain('new Share(price.net / price.gross)')
    expect(shown).not.toContain('shade600 =')
  }
})

test('other hooks see commands as the model wrote them', async () => {
  const seen = 'hooked.txt'
  const { results } = await runAgent({
    program: claude,
    files,
    spoil: async ({ home, project }) => {
      const { readFileSync, writeFileSync } = await import('node:fs')
      const file = `${home}/.claude/settings.json`
      const settings = JSON.parse(readFileSync(file, 'utf8'))
      const hooks = [{ type: 'command', command: `cat >> ${project}/${seen}` }]
      settings.hooks = { PreToolUse: [{ matcher: 'Bash', hooks }] }
      writeFileSync(file, JSON.stringify(settings))
    },
    script: () => [
      { say: lookFor('marginOf'), ...claude.shell('node tests.mjs', 'Run the tests') },
      { say: 'What did they see?', ...claude.shell(`cat ${seen}`, 'Look') },
    ],
  })
  expect(results[0]).toContain('not ok 401 - reorder quantity is rounded up')
  expect(results[0]).toMatch(/^Exit code 3$/m)
  expect(results[0]).toContain('recover_text')
  expect(results[1]).toContain('node tests.mjs')
  expect(results[1]).not.toContain('# mcp-pruner')
})

describe('Claude Code 2.1.285, which runs no hooks module', () => {
  test('narrows each Read to one range, chosen by the words of its own turn', async () => {
    const { results } = await runAgent({
      program: claudeVersion('2.1.285'),
      files: Object.fromEntries(ASKED.map((name, index) => [`part-${index}.ts`, alone(name)])),
      script: ({ project }) => [
        { say: 'Wait.', ...claude.shell(UNTIL_SERVER, 'Wait') },
        ...ASKED.map((name, index) =>
          read(`I need to see how \`${name}\` rounds.`, `${project}/part-${index}.ts`),
        ),
      ],
    })
    for (const [index, name] of ASKED.entries()) {
      const shown = results[index + 1] ?? ''
      expect(shown).toMatch(new RegExp(`^\\s*601\\Wexport function ${name}`, 'm'))
      expect(shown).not.toContain('shade1100 =')
    }
  })

  test('prunes a failing command', async () => {
    const { results } = await runAgent({
      program: claudeVersion('2.1.285'),
      files,
      script: () => [
        { say: lookFor('marginOf'), ...claude.shell('node tests.mjs', 'Run the tests') },
      ],
    })
    expect(results[0]).toContain('not ok 401 - reorder quantity is rounded up')
    expect(results[0]).toMatch(/^Exit code 3$/m)
    expect(results[0]).toContain('recover_text')
  })
})

/** A server of somebody else with one tool, whose answer is long. */
const OTHER_SERVER = `import { createInterface } from 'node:readline'
import { readFileSync } from 'node:fs'
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  const answer = {
    initialize: () => ({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'other', version: '1' } }),
    'tools/list': () => ({ tools: [{ name: 'show', inputSchema: { type: 'object' } }] }),
    'tools/call': () => ({ content: [{ type: 'text', text: readFileSync('similar.ts', 'utf8') }] }),
  }[method]
  const body = answer ? { result: answer() } : { error: { code: -32601, message: method } }
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...body }) + '\\n')
})
`

test.each([
  ['the newest', claude],
  ['2.1.285', claudeVersion('2.1.285')],
])("Claude Code, %s: a tool of somebody else's server is pruned", async (_name, program) => {
  const { results } = await runAgent({
    program: allowing(program, 'mcp__other'),
    files: {
      'similar.ts': SIMILAR,
      'other.mjs': OTHER_SERVER,
      '.mcp.json': JSON.stringify({
        mcpServers: { other: { command: process.execPath, args: ['other.mjs'], alwaysLoad: true } },
      }),
    },
    script: () => [
      { say: 'Wait.', ...claude.shell(UNTIL_SERVER, 'Wait') },
      { say: lookFor('mergeStock'), use: 'mcp__other__show', input: {} },
    ],
  })
  expect(results[1]).toContain(errorOf('mergeStock'))
  expect(results[1]).not.toContain(errorOf('splitBatch'))
  expect(results[1]).toContain('recover_text')
})
