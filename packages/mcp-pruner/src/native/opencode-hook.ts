// opencode and Kilo, whose plugin sends the output, and the plugins of Cline and Amp, which do the same.
import { basename, dirname } from 'node:path'
import { textField } from '../clients/sessions/session-event.js'
import type { HookInput } from './hook-input.js'
import type { HookAnswer, NativeContext } from './native-context.js'
import { type Framed, replacedOutput, unframed } from './replace-output.js'
import { readSavedOutput } from './saved-output.js'

/** In the client's own data folder. */
const OUTPUT_FOLDER = 'tool-output'

export async function opencodeAfter(
  hook: HookInput,
  context: NativeContext,
): Promise<HookAnswer | undefined> {
  const given = textField(hook.response)
  const whole = given === undefined ? undefined : await wholeOutput(given, hook.outputFile)
  const output = await replacedOutput(hook, context, whole, { frame: opencodeFrame })
  return output === undefined ? undefined : { output }
}

/** Its plugin sends everything. */
export async function pluginAfter(
  hook: HookInput,
  context: NativeContext,
): Promise<HookAnswer | undefined> {
  const output = await replacedOutput(hook, context, textField(hook.response), {
    frame: clineFrame,
  })
  return output === undefined ? undefined : { output }
}

/** A command's exit status precedes its output; the shown range of a file follows it. */
function clineFrame(whole: string): Framed {
  const before = /^\[Command exited with code \d+\]\n/.exec(whole)?.[0] ?? ''
  const rest = whole.slice(before.length)
  const end = /\n\n\[Showing lines \d+-\d+ of \d+\.[^\n]*\]\n?$/.exec(rest)
  const at = end === null ? rest.length : end.index + 1
  return { before, text: rest.slice(0, at), after: rest.slice(at) }
}

const TRUNCATED = /^\.\.\.output truncated\.\.\.\n\nFull output saved to: [^\n]*\n\n/
const METADATA = /\n\n?<(?:shell|bash)_metadata>\n[\s\S]*$/

/**
 * Over 50 KB only the end is given, and the client names the file with everything. Without that file nothing is cut: the
 * line numbers would be wrong, and recovery would have only the end.
 */
async function wholeOutput(given: string, file: string | undefined): Promise<string | undefined> {
  if (!TRUNCATED.test(given)) return given
  if (file === undefined || basename(dirname(file)) !== OUTPUT_FOLDER) return undefined
  const added = METADATA.exec(given)?.[0] ?? ''
  const end = given.slice(0, given.length - added.length)
  const text = await readSavedOutput({
    path: file,
    folder: dirname(file),
    given: end,
    shows: 'end',
  })
  return text === undefined ? undefined : text + added
}

/** A file's lines are between two tags, each with its number; a shell's additions are at the end. */
export function opencodeFrame(whole: string): Framed {
  const found = /^([\s\S]*?<content>\n)([\s\S]*?)(\n\n?\([^\n]*\)\n<\/content>[\s\S]*)$/.exec(whole)
  if (found) return { before: found[1] ?? '', text: found[2] ?? '', after: found[3] ?? '' }
  const end = METADATA.exec(whole)
  if (!end) return unframed(whole)
  return { before: '', text: whole.slice(0, end.index + 1), after: whole.slice(end.index + 1) }
}
