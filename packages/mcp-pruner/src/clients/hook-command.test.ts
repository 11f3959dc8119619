import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { quoted } from './hook-command.js'

test('a shell reads a quoted word as it was, whatever is in it', () => {
  const words = ['plain', '', "it's", "''", 'a $HOME `b` "c" \\', 'two\nlines', '-n', '*', "'"]
  for (const word of words) {
    const { stdout } = spawnSync('sh', ['-c', `printf %s ${quoted(word)}`], { encoding: 'utf8' })
    expect(stdout).toBe(word)
  }
})
