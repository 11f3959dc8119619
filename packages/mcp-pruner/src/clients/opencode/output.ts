// The outputs of opencode and Kilo, as their plugin sends them.
import { basename, dirname } from 'node:path'
import { type Framed, type OutputHook, unframed } from '../output-hook.js'
import { readSavedOutput } from '../saved-output.js'
import { textField } from '../sessions/session-event.js'

export const opencodeOutput: OutputHook = {
  isPlugin: true,
  outputOf({ response, outputFile }) {
    const given = textField(response)
    return given === undefined ? undefined : wholeOutput(given, outputFile)
  },
  frame: opencodeFrame,
  answer: (output) => ({ output }),
}

/** In the client's own data folder. */
const OUTPUT_FOLDER = 'tool-output'

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
