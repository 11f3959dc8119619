// Which lines of a text an answer shows, and which the engine keeps for the same request.
import { shownLines } from '@jeeves/testing'
import { askEngine, type EngineQuestion } from '../../src/ask/run-engine.js'
import type { AskedText } from './sixty-texts.js'

/** By the answer's marks; its closing line is read apart. */
export function keptIn(answer: string, { text }: Pick<AskedText, 'text'>): readonly number[] {
  const closing = /\n((?:\[[^\n]*\]|⟦[^\n]*⟧)\n?)$/.exec(answer)
  if (answer === text || !closing) return shownLines(answer, text).kept
  const shown = answer.slice(0, closing.index + 1)
  return shownLines(shown, text, { closing: closing[1] ?? '' }).kept
}

export type Cut = { readonly startLine: number; readonly endLine: number }

export const keptBeside = (cuts: readonly Cut[], lines: number): readonly number[] =>
  Array.from({ length: lines }, (_, index) => index + 1).filter(
    (line) => !cuts.some(({ startLine, endLine }) => startLine <= line && line <= endLine),
  )

const known = new Map<string, readonly number[]>()

/** Explicit and without a file's name unless the request says otherwise. Asked once for all entry points. */
export function keptByEngine(
  { text, question }: Pick<AskedText, 'text' | 'question'>,
  more: Partial<EngineQuestion> = {},
): readonly number[] {
  const request: EngineQuestion = { text, question, origin: 'explicit', ...more }
  const key = JSON.stringify(request)
  const before = known.get(key)
  if (before) return before
  const { blocks, lines } = askEngine(request, { timeLeftMs: 60_000 })
  const kept = keptBeside(blocks, lines.length)
  known.set(key, kept)
  return kept
}
