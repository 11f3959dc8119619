// The outputs of Copilot CLI, including those of failing commands.
import type { Framed, OutputHook } from '../output-hook.js'
import { copilotOutputFolder, readSavedOutput } from '../saved-output.js'
import { isFields, textField } from '../sessions/session-event.js'

export const copilotOutput: OutputHook = {
  outputOf({ response }) {
    const given = isFields(response) ? textField(response.textResultForLlm) : undefined
    return given === undefined ? undefined : copilotWhole(given)
  },
  frame: copilotFrame,
  answer(output, { response }) {
    const resultType = isFields(response) ? response.resultType : undefined
    return { modifiedResult: { resultType: resultType ?? 'success', textResultForLlm: output } }
  },
}

/** A long output is in a file; its beginning is given with the file's name. */
async function copilotWhole(given: string): Promise<string> {
  const path = /^Output too large[^\n]*Saved to: (\S+)$/m.exec(given)?.[1]
  const folder = path === undefined ? undefined : copilotOutputFolder(path)
  if (path === undefined || folder === undefined) return given
  const text = await readSavedOutput({ path, folder, given })
  const end = /\n<[^\n]*exit code \d+>\s*$/.exec(given)?.[0] ?? ''
  return text === undefined ? given : text + end
}

function copilotFrame(whole: string): Framed {
  const end = /\n?<(?:shellId: \S+ completed|exited) with exit code \d+>\s*$/.exec(whole)
  const at = end?.index ?? whole.length
  return { before: '', text: whole.slice(0, at), after: whole.slice(at).replace(/^\n/, '') }
}
