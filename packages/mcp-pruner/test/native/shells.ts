// The shells that clients run commands in, where this machine has them.
import { spawnSync } from 'node:child_process'

export const SHELLS = ['bash', 'zsh', 'sh'] as const
export type ShellName = (typeof SHELLS)[number]

const found = new Map<ShellName, boolean>()

/** CI installs all of them and says so: there a missing one fails. */
export function hasShell(shell: ShellName): boolean {
  const known = found.get(shell) ?? spawnSync(shell, ['-c', ':']).status === 0
  found.set(shell, known)
  if (!known && process.env['REQUIRE_ZSH'] === '1') throw new Error(`there is no ${shell}`)
  return known
}
