// What Codex writes before the output of a command, and how long that ran. The hooks see the output alone.

import type { Framed } from '../../clients/output-hook.js'
import { SHOW_AFTER_S } from '../../native/codex-hook.js'

/** `Chunk ID: …`, `Wall time: …` or `Script completed`, up to a line that says `Output:`. */
const HEAD =
  /^(?:Chunk ID|Wall time|Script |Exit code|Process )[^\n]*\n(?:[^\n]+\n){0,8}?Output:\n+/

export function codexFrame(whole: string): Framed {
  const before = HEAD.exec(whole)?.[0] ?? ''
  return { before, text: whole.slice(before.length), after: '' }
}

/** Of a call, a script or a command in it. */
const WALL_TIME = /^Wall time:? ([\d.]+) seconds|"(?:wall_time|duration)_seconds": ?([\d.]+)/m
const ENDS_CHARS = 500

/** Its output was shown while it ran, before a hook could change it. */
export function wasLongRunning(name: string, output: string): boolean {
  if (name === 'write_stdin' || name === 'wait') return true
  const ends = `${output.slice(0, ENDS_CHARS)}\n${output.slice(-ENDS_CHARS)}`
  const found = WALL_TIME.exec(ends)
  return Number(found?.[1] ?? found?.[2] ?? 0) >= SHOW_AFTER_S
}
