import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readmeExamples } from './lib/readme-examples.js'
import { ROOT } from './lib/workspace.js'

/** Runs code as a module in the package's folder, so that it imports by name. */
function run(folder: string, code: string) {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--conditions=@jeeves/source', '--input-type=module', '-e', code],
    { cwd: join(ROOT, folder), encoding: 'utf8', timeout: 200_000 },
  )
  return { stdout, stderr }
}

describe.each([
  'packages/contracts',
  'packages/core/mcp-runtime',
  'packages/core/pruner',
  'packages/guard',
])('%s', (folder) => {
  test('the example of its README prints the documented output', () => {
    const examples = readmeExamples(readFileSync(join(ROOT, folder, 'README.md'), 'utf8'))
    expect(examples).toHaveLength(1)
    for (const { code, output } of examples) {
      expect(run(folder, code)).toEqual({ stdout: output, stderr: '' })
    }
  })
})
