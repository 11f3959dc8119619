// The outputs of Cline and Amp, as their plugins send them.
import type { Framed, OutputHook } from '../output-hook.js'
import { textField } from '../sessions/session-event.js'

export const clineOutput: OutputHook = {
  isPlugin: true,
  outputOf: ({ response }) => textField(response),
  frame: clineFrame,
  answer: (output) => ({ output }),
}

/** A command's exit status precedes its output; the shown range of a file follows it. */
function clineFrame(whole: string): Framed {
  const before = /^\[Command exited with code \d+\]\n/.exec(whole)?.[0] ?? ''
  const rest = whole.slice(before.length)
  const end = /\n\n\[Showing lines \d+-\d+ of \d+\.[^\n]*\]\n?$/.exec(rest)
  const at = end === null ? rest.length : end.index + 1
  return { before, text: rest.slice(0, at), after: rest.slice(at) }
}
