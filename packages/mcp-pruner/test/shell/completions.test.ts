// Completions in real shells: what the prompt shows after the tab key.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterAll, expect, test } from 'vitest'
import { hasShell } from '../native/shells.js'
import { ENTRY } from '../stdio/raw-server.js'

const folder = makeTree()
afterAll(() => removeTree(folder))

const completions = (shell: string) =>
  spawnSync(process.execPath, [ENTRY, 'completions', shell], { encoding: 'utf8' }).stdout

function typed(shell: string, args: readonly string[]): string {
  const { stdout, stderr } = spawnSync(shell, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: folder, TERM: 'dumb' },
  })
  return stdout + stderr
}

test('bash completes verbs, clients and options', () => {
  writeFileSync(join(folder, 'comp.bash'), completions('bash'))
  const complete = (...words: string[]) =>
    typed('bash', [
      '-c',
      `. ./comp.bash; COMP_WORDS=(mcp-pruner ${words.join(' ')}); COMP_CWORD=${words.length}; _mcp_pruner; echo "\${COMPREPLY[@]}"`,
    ]).trim()
  expect(complete('ins')).toBe('install')
  expect(complete('install', 'cl')).toBe('claude cline')
  expect(complete('native', 'o')).toBe('on off')
  expect(complete('prune', '--m')).toBe('--max-tokens')
})

// The first tab after the start of a shell completed nothing: the file only made the function known.
test.runIf(hasShell('zsh')).each([
  ['from a folder in fpath', 'fpath=($PWD/zfunc $fpath)', ''],
  ['sourced', '', '. $PWD/zfunc/_mcp-pruner'],
])('zsh completes with the first tab, %s', (_how, before, after) => {
  mkdirSync(join(folder, 'zfunc'), { recursive: true })
  writeFileSync(join(folder, 'zfunc/_mcp-pruner'), completions('zsh'))
  // Typed text is echoed too: only the command's output has these words whole.
  const script = `
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "${before}; autoload -U compinit; compinit -D -u; ${after || ':'}"
zpty -w shell "mcp-pruner() { print G''OT \\$1 \\$2 THEN; }; print RE''ADY"
zpty -r shell seen '*READY*'
zpty -w shell $'mcp-pruner install aug\\t'
zpty -r shell seen '*GOT*THEN*'
print -r -- "$seen"
zpty -d shell`
  expect(typed('zsh', ['-f', '-c', script])).toContain('GOT install auggie THEN')
})

const hasFish = spawnSync('fish', ['-c', 'true']).status === 0

test.runIf(hasFish)('fish completes verbs, clients and options', () => {
  writeFileSync(join(folder, 'comp.fish'), completions('fish'))
  const complete = (line: string) =>
    typed('fish', ['-c', `source ./comp.fish; complete -C '${line}'`])
      .split('\n')
      .map((found) => found.split('\t')[0])
  expect(complete('mcp-pruner ins')).toContain('install')
  expect(complete('mcp-pruner install cl')).toEqual(['claude', 'cline', ''])
  expect(complete('mcp-pruner prune --m')).toContain('--max-tokens')
})
