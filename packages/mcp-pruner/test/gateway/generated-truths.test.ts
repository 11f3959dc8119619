// Answers of every odd kind, made from a seed, in every mode, with and without a question: each is true place by
// place, says what it lacks, is recovered exactly, valid, and within its bounds.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasAllCases, someOf } from '@jeeves/testing'
import { afterAll, expect, test } from 'vitest'
import { checkOdd, type OddMode } from './check-odd.js'
import { oddAnswers } from './odd-answers.js'
import { schemaAnswers } from './odd-schemas.js'

const isAll = process.env['MCP_PRUNER_ALL_LIMITS'] === '1'
const sizes = isAll ? [2, 12, 60, 400] : [60]

const folder = mkdtempSync(join(tmpdir(), 'mcp-pruner-odd-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function budget(maxBytes: number): readonly string[] {
  const file = join(folder, `budget-${maxBytes}.json`)
  writeFileSync(file, JSON.stringify({ budgets: [{ maxBytes, tools: ['*'] }] }))
  return ['--preset', file]
}

const MODES: readonly (OddMode & { readonly name: string })[] = [
  { name: 'default', options: [], maxBytes: 10_240 },
  { name: 'strict', options: ['--strict'], maxBytes: 10_240, strict: true },
  { name: 'always', options: ['--contract', 'always'], maxBytes: 10_240, always: true },
  { name: '1,024 bytes', options: budget(1024), maxBytes: 1024, isTiny: true },
  { name: '1,536 bytes', options: budget(1536), maxBytes: 1536, isTiny: true },
  { name: 'as text', options: [], maxBytes: 10_240, client: 'claude-code' },
  { name: 'as text of the value', options: [], maxBytes: 10_240, client: 'codex-mcp-client' },
]

const hasAllModes = hasAllCases || isAll
/** A sample has a tiny budget, with a question, and a client that reads text alone, without one. */
const modes = hasAllModes ? MODES : MODES.filter((_, at) => at % 3 === 0 && at > 0)
const asksIn = ({ isTiny = false }: OddMode) => (hasAllModes ? [false, true] : [isTiny])

const every = [...oddAnswers(7, sizes), ...schemaAnswers(sizes)]
const answers = isAll ? every : someOf(every, 3)

test.each(modes)('odd answers: $name', { timeout: 600_000 }, async (mode) => {
  for (const isAsked of asksIn(mode)) {
    const { calls, cut, problems } = await checkOdd(folder, answers, mode, isAsked)
    expect(problems).toEqual([])
    expect(calls).toBe(answers.length)
    expect(cut).toBeGreaterThan(0)
  }
})
