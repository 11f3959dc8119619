// Every tool of several servers, over a wide range of sizes and in every mode: each answer is true, within its
// limits, accepted by the SDK's client (which checks output schemas), unchanged where nothing had to be cut,
// and recovered exactly where something was. MCP_PRUNER_ALL_LIMITS=1 (`pnpm bench:limits`): at all sizes too.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import {
  ALL_SIZES,
  awkwardPlan,
  everythingPlan,
  FEW_SIZES,
  filesystemPlan,
  memoryPlan,
  playwrightPlan,
  sqlitePlan,
} from './limit-plans.js'
import { checkLimits, type Mode } from './limits-check.js'

const isAll = process.env['MCP_PRUNER_ALL_LIMITS'] === '1'
const sizes = isAll ? ALL_SIZES : FEW_SIZES

const folder = mkdtempSync(join(tmpdir(), 'mcp-pruner-limits-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Every tool gets so many bytes. */
function budget(maxBytes: number): string {
  const file = join(folder, `budget-${maxBytes}.json`)
  writeFileSync(file, JSON.stringify({ budgets: [{ maxBytes, tools: ['*'] }] }))
  return file
}

const MODES: readonly Mode[] = [
  { name: 'default', options: [], maxBytes: 10_240 },
  { name: 'strict', options: ['--strict'], maxBytes: 10_240, strict: true },
  { name: 'always', options: ['--contract', 'always'], maxBytes: 10_240, always: true },
  { name: 'automatosx', options: ['--preset', 'automatosx'], maxBytes: 10_240, strict: true },
  { name: '1,024 bytes', options: ['--preset', budget(1024)], maxBytes: 1024 },
  { name: '1,536 bytes', options: ['--preset', budget(1536)], maxBytes: 1536 },
  { name: 'as text', options: [], maxBytes: 10_240, client: 'claude-code' },
]

let calls = 0
let excused = 0

const PLANS = {
  awkward: () => awkwardPlan(sizes),
  everything: everythingPlan,
  filesystem: () => filesystemPlan(folder, sizes),
  memory: () => memoryPlan(folder),
  sqlite: () => sqlitePlan(sizes),
}

for (const [server, plan] of Object.entries(PLANS)) {
  test.each(MODES)(`${server}: $name`, { timeout: 600_000 }, async (mode) => {
    const found = await checkLimits(plan(), mode)
    expect(found.problems).toEqual([])
    expect(found.cut).toBeGreaterThan(0)
    calls += found.calls
    excused += found.excused
  })
}

const hasBrowser = existsSync('/usr/bin/chromium') || process.env['REQUIRE_CHROMIUM'] === '1'
if (!hasBrowser) console.warn('no /usr/bin/chromium: pages are not checked')

const pageModes = isAll ? MODES : MODES.slice(0, 1)
test.skipIf(!hasBrowser).each(pageModes)('playwright: $name', async (mode) => {
  const found = await checkLimits(playwrightPlan(), mode)
  expect(found.problems).toEqual([])
  calls += found.calls
})

test('that was enough calls, and few were excused by their schemas', () => {
  if (isAll) console.log(`${calls} calls, ${excused} excused`)
  expect(calls).toBeGreaterThanOrEqual(isAll ? 3000 : 500)
  expect(excused).toBeLessThan(calls / 50)
})
