// The man page of the package as a formatter reads it.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const PAGE = fileURLToPath(new URL('../../dist/mcp-pruner.1', import.meta.url))
const hasGroff = spawnSync('groff', ['--version']).status === 0

test.runIf(hasGroff || process.env.REQUIRE_GROFF === '1')(
  'groff formats the man page without a warning, and shows every command',
  () => {
    const args = ['-ww', '-man', '-Tutf8', '-P-cbou', PAGE]
    const { stdout, stderr, status } = spawnSync('groff', args, { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
    for (const usage of [
      'mcp-pruner install [OPTIONS] [CLIENT]...',
      'mcp-pruner prune [OPTIONS] QUESTION [FILE]...',
      'mcp-pruner recover [OPTIONS] ID [RANGE]...',
      'mcp-pruner wrap [OPTIONS] -- COMMAND [ARGS]...',
    ]) {
      expect(stdout).toContain(usage)
    }
  },
)
