// Our own lines in what a model reads: notes at the end, and `[stderr]` between two streams. An output may
// contain lines that look like them; then ours carry a sign that the output does not have, and a last line says so.
import { createHash } from 'node:crypto'
import { withoutInvisible } from '@jeeves/pruner/count'

/** Starts with the bracket: finding it is five times as fast as checking the start of each line. */
const LOOKS_LIKE_OURS = new RegExp(
  `\\[(?<=^[^\\S\\n]*\\[)(?:${[
    'stderr',
    'exit code',
    'warning:',
    'no output',
    'no matches',
    'cut off at',
    'the file ends',
    'stopped at',
    'not verbatim',
    'not in this text',
    'timeout:',
    'spawn_error:',
    'pruned,',
    String.raw`\d+ of \d+`,
    String.raw`[^\]\n]*\bprune_id=`,
  ].join('|')})`,
  'im',
)

export interface UnforgeableNotes {
  /** One line, from `[note]`. */
  line(note: string): string
  /** Added after all others; empty if nothing looks like ours. */
  readonly closing: readonly string[]
}

export function unforgeableNotes(output: string): UnforgeableNotes {
  if (!LOOKS_LIKE_OURS.test(withoutInvisible(output))) return { line: (note) => note, closing: [] }
  const sign = signOutside(output)
  return {
    line: (note) => note.replace(/^\[/, `[${sign} `),
    closing: [
      `[${sign} of lines in brackets, only those that begin with [${sign} are this tool's]`,
    ],
  }
}

/** Derived from the output, which therefore contains it only by chance; then another one is tried. */
function signOutside(output: string): string {
  for (let attempt = 0; ; attempt++) {
    const digest = createHash('sha256').update(`${attempt}`).update(output).digest('hex')
    const sign = `#${digest.slice(0, 6)}`
    if (!output.includes(sign)) return sign
  }
}
