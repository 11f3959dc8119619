// The tools of this machine, run now: their current output must survive as well as the output
// in the captures.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { keptLines, prune } from '../index.js'

const folder = mkdtempSync(join(tmpdir(), 'live-tools-'))
const local = (name: string) =>
  fileURLToPath(new URL(`../../../../../node_modules/.bin/${name}`, import.meta.url))
const has = (command: string) => spawnSync(command, ['--version']).error === undefined

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a command on one file; returns its output and what a prune keeps of it under long noise. */
function run(file: string, source: string, command: string, ...args: string[]) {
  writeFileSync(join(folder, file), source)
  // A nested test runner must not think that it reports to its parent.
  const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, ...env } = process.env
  const done = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...env, NO_COLOR: '1' },
  })
  const output = done.stdout + done.stderr
  const noise = Array.from(
    { length: 800 },
    (_row, i) => `${i} modules transformed, chunk-${i}.js written`,
  )
  const text = [...noise, ...output.split('\n'), ...noise].join('\n')
  const result = prune({
    text,
    origin: 'explicit',
    goal: 'how large is chunk-17',
    sourceType: 'logs',
  })
  return keptLines(result).map((line) => result.lines[line - 1]?.text ?? '')
}

const failing = 'expected 12 to be 13'

describe('output of tools run now', () => {
  it('node --test', () => {
    const source = `import test from 'node:test'
import assert from 'node:assert'
test('the fare doubles', () => assert.equal(12, 13))`
    const kept = run('a.test.mjs', source, process.execPath, '--test', 'a.test.mjs').join('\n')
    expect(kept).toContain('the fare doubles')
    expect(kept).toMatch(/12 (?:!==|==) 13/)
    expect(kept).toContain('a.test.mjs:3:')
  })

  it('vitest', () => {
    const source = `import { expect, it } from 'vitest'
it('the fare doubles', () => expect(12).toBe(13))`
    const kept = run(
      'b.test.ts',
      source,
      local('vitest'),
      'run',
      '--root',
      folder,
      'b.test.ts',
    ).join('\n')
    expect(kept).toMatch(/× the fare doubles|FAIL .*the fare doubles/)
    expect(kept).toContain(failing)
    expect(kept).toContain('b.test.ts:2:')
  })

  it('tsc', () => {
    const source = `const fare: string = 12\nexport { fare }\n`
    const kept = run('c.ts', source, local('tsc'), '--noEmit', '--pretty', 'false', 'c.ts')
    expect(kept.filter((line) => line.includes('error TS2322'))).toHaveLength(1)
  })

  it.skipIf(!has('python3'))('python3 -m unittest', () => {
    const source = `import unittest
class Fare(unittest.TestCase):
    def test_doubles(self):
        self.assertEqual(12, 13)`
    const kept = run('test_fare.py', source, 'python3', '-m', 'unittest', 'test_fare').join('\n')
    expect(kept).toContain('FAIL: test_doubles')
    expect(kept).toContain('AssertionError: 12 != 13')
    expect(kept).toContain('FAILED (failures=1)')
  })

  it.skipIf(!has('gcc'))('gcc', () => {
    const source = 'int main(void) { return fare; }\n'
    const kept = run('d.c', source, 'gcc', '-c', 'd.c', '-o', '/dev/null').join('\n')
    expect(kept).toMatch(/d\.c:1:\d+: error: .*fare.* undeclared/)
    expect(kept).toContain('return fare;')
  })

  it.skipIf(!has('make'))('make', () => {
    const kept = run('Makefile', 'all:\n\t@echo building\n\t@exit 3\n', 'make').join('\n')
    expect(kept).toMatch(/make: \*\*\* \[.*\] Error 3/)
  })
})
