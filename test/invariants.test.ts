import { describe, expect, test } from 'vitest'
import { findInvariantFaults, statedInvariants } from './lib/invariants.js'
import { readFiles } from './lib/workspace.js'

const documents = readFiles('invariants.md')
const tests = readFiles('.test.ts', '.case.ts')
// This file's own titles are about the check, not about the invariants that it writes down.
tests.delete('test/invariants.test.ts')

test('every invariant has a test that carries its name', () => {
  expect(findInvariantFaults(documents, tests)).toEqual([])
})

test('all of the families are stated', () => {
  const families = [...documents.values()]
    .flatMap(statedInvariants)
    .map((id) => id.replace(/-\d+$/, ''))
  const counts = Object.fromEntries(
    [...new Set(families)].map((name) => [name, families.filter((one) => one === name).length]),
  )
  expect(counts).toMatchObject({
    'INV-MCP-CACHE': 6,
    'INV-MCP-TIMEOUT': 5,
    'INV-MCP-RESP': 6,
    'INV-MCP-LIMIT': 4,
    'INV-MCP-SAFE': 6,
    'INV-MCP-PRUNE': 6,
  })
})

describe('the check can fail', () => {
  const stated =
    '# Rules\n\n## INV-A-001: One\n**Statement:** as INV-B-009 says\n\n## INV-A-002: Two\n'
  const faultsOf = (source: string, markdown = stated) =>
    findInvariantFaults(new Map([['x.md', markdown]]), new Map([['x.test.ts', source]]))
  const MISSING = 'INV-A-002 of x.md has no test that carries its name'

  test('on an invariant without a test', () => {
    expect(faultsOf("test('INV-A-001: holds', () => {})")).toEqual([MISSING])
  })

  test.each([
    ['a comment', '// INV-A-002 is tested elsewhere'],
    ['a string', "const id = 'INV-A-002'"],
    ['a skipped test', "test.skip('INV-A-002: later', () => {})"],
    ['a test to do', "test.todo('INV-A-002: later', )"],
    ['the body of a test', "test('holds', () => { expect('INV-A-002').toBe(1) })"],
  ])('on one that only %s names', (_, source) => {
    expect(faultsOf(`test('INV-A-001', () => {})\n${source}`)).toEqual([MISSING])
  })

  test('on a name that no document states, and on one stated twice', () => {
    const both = "test('INV-A-001 INV-A-002 INV-A-003: hold', () => {})"
    expect(faultsOf(both)).toEqual(['INV-A-003 is tested, but not stated'])
    expect(faultsOf("it('INV-A-001', () => {})", '## INV-A-001\n## INV-A-001\n')).toEqual([
      'INV-A-001 is stated twice',
    ])
  })

  test('and passes every way to write a test', () => {
    const source = `test.each([1, 2])('INV-A-001: %i', () => {})
      it.concurrent(\`INV-A-002: holds\`, async () => {})`
    expect(faultsOf(source)).toEqual([])
  })
})
