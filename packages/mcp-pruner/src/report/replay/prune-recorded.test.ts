import { expect, test } from 'vitest'
import { callFacts } from '../../clients/sessions/call-kind.js'
import type { RecordedCall } from '../../clients/sessions/recorded-calls.js'
import { plainOutput } from './numbered-output.js'
import { createRecordedPruner } from './prune-recorded.js'

const lines = Array.from({ length: 900 }, (_, i) => `palette[${i}] = mix(${i}, ${(i * 7) % 255})`)
lines.splice(500, 3, 'export function retryDelay(n: number) {', '  return 100 * 2 ** n', '}')
const numbered = lines.map((line, i) => `${i + 1}: ${line}`).join('\n')
const output = `<path>/p/shop/big.ts</path>\n<type>file</type>\n<content>\n${numbered}\n\n(End of file - total 900 lines)\n</content>`

const read = (input: object): RecordedCall => ({
  id: 'a',
  index: 0,
  name: 'read',
  input,
  output,
  isError: false,
  message: 'How long does retryDelay wait between retries?',
  messageSource: 'message',
  prompt: 'Look into retryDelay.',
  at: undefined,
  isSidechain: false,
  usage: undefined,
  model: undefined,
})

// opencode's plugin replaces reads; the replay used to say that its reads are not pruned.
test('a file read by opencode is pruned between its tags, once', async () => {
  const prune = createRecordedPruner('opencode')
  const call = read({ filePath: '/p/shop/big.ts' })
  const pruned = await prune(call, callFacts('read', call.input), plainOutput(output))
  if ('passedRaw' in pruned) throw new Error(pruned.passedRaw)
  expect(pruned.shown).toMatch(/^<path>\/p\/shop\/big.ts<\/path>\n<type>file<\/type>\n<content>\n/)
  expect(pruned.shown).toContain('501: export function retryDelay(n: number) {')
  expect(pruned.shown.endsWith('\n(End of file - total 900 lines)\n</content>')).toBe(true)
  expect(pruned.shown.length).toBeLessThan(output.length / 4)
  // Three lines before the first of the file, three after its last.
  expect(pruned.kept.slice(0, 3)).toEqual([1, 2, 3])
  expect(pruned.kept).toContain(504)
  expect(pruned.kept.slice(-3)).toEqual([904, 905, 906])
  expect(await prune(call, callFacts('read', call.input), plainOutput(output))).toEqual({
    passedRaw: 'a file that is read again',
  })
})

test('an explicit range passedRaw raw', async () => {
  const call = read({ filePath: '/p/shop/big.ts', offset: 100, limit: 50 })
  const pruned = createRecordedPruner('opencode')
  expect(await pruned(call, callFacts('read', call.input), plainOutput(output))).toEqual({
    passedRaw: 'a read of a range',
  })
})

test("a tool of another server is pruned where the client's hooks prune it", async () => {
  const call = { ...read({ query: 'retryDelay' }), name: 'mcp__docs__search', output: numbered }
  const take = (client: 'claude' | 'codex') =>
    createRecordedPruner(client)(call, callFacts(call.name, call.input), plainOutput(numbered))
  const pruned = await take('claude')
  if ('passedRaw' in pruned) throw new Error(pruned.passedRaw)
  expect(pruned.shown).toContain('501: export function retryDelay(n: number) {')
  expect(pruned.shown.length).toBeLessThan(numbered.length / 4)
  expect(await take('codex')).toEqual({ passedRaw: 'a tool that is not pruned' })
})

test('Claude Code: a file is shown by the prompt if the agent said nothing, and whole before an edit', async () => {
  const text = lines.map((line, i) => `${i + 1}\t${line}`).join('\n')
  const take = (words: object) => {
    const call = { ...read({ file_path: '/p/shop/big.ts' }), name: 'Read', output: text, ...words }
    return createRecordedPruner('claude')(
      call,
      callFacts('Read', call.input),
      plainOutput(call.output),
    )
  }
  const shown = await take({ message: 'I will rename it.', messageSource: 'earlier' })
  if ('passedRaw' in shown) throw new Error(shown.passedRaw)
  expect(shown.shown).toContain('501\texport function retryDelay(n: number) {')
  expect(shown.shown).toContain("chosen from the user's prompt")
  expect(await take({ message: 'I will rename retryDelay.' })).toEqual({
    passedRaw: 'a read before an edit',
  })
})
