// What Codex writes before the output of a command. The hooks see the output alone.
import type { Framed } from '../../native/replace-output.js'

/** `Chunk ID: …`, `Wall time: …` or `Script completed`, up to a line that says `Output:`. */
const HEAD =
  /^(?:Chunk ID|Wall time|Script |Exit code|Process )[^\n]*\n(?:[^\n]+\n){0,8}?Output:\n+/

export function codexFrame(whole: string): Framed {
  const before = HEAD.exec(whole)?.[0] ?? ''
  return { before, text: whole.slice(before.length), after: '' }
}
