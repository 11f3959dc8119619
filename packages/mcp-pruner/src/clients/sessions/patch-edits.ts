// Codex edits by patches: as a call's whole input, or inside a shell command.
import { isFields } from './session-event.js'

export interface PatchEdit {
  /** The first changed file; most patches change one. */
  readonly path: string | undefined
  /** Each run of removed lines, or the line before a pure insertion. */
  readonly replaced: readonly string[]
  /** The added lines. */
  readonly written: readonly string[]
}

export function patchIn(input: unknown): PatchEdit | undefined {
  const texts = isFields(input) ? Object.values(input).flat() : [input]
  const patch = texts.find(
    (text): text is string => typeof text === 'string' && text.includes('*** Begin Patch'),
  )
  return patch === undefined ? undefined : editsOf(patch.slice(patch.indexOf('*** Begin Patch')))
}

function editsOf(patch: string): PatchEdit {
  let path: string | undefined
  const replaced: string[] = []
  const written: string[] = []
  let removed: string[] = []
  let before = ''
  const flush = () => {
    if (removed.length > 0) replaced.push(removed.join('\n'))
    removed = []
  }
  for (const line of patch.split('\n')) {
    const file = /^\*\*\* (?:Update|Delete|Add) File: (.+)$/.exec(line)?.[1]
    if (file !== undefined || line.startsWith('***') || line.startsWith('@@')) {
      flush()
      path ??= file?.trim()
      before = ''
    } else if (line.startsWith('-')) removed.push(line.slice(1))
    else if (line.startsWith('+')) {
      written.push(line.slice(1))
      if (removed.length === 0 && before.trim() !== '') replaced.push(before)
      flush()
      before = ''
    } else {
      flush()
      before = line.slice(1)
    }
  }
  flush()
  return { path, replaced, written }
}
