// Calls: the newest first, and one of them opened.

import type { CallNotes, Recovery } from '../../recovery/recovery.js'
import { holdsSecret, maskSecrets } from '../../recovery/secret-patterns.js'
import { type LedgerView, rowOf } from './ledger-view.js'
import { pruneFor, textView } from './text-view.js'
import type { CallDetail, CallsPage, Unchanged } from './ui-api.js'

export interface CallsParts {
  readonly ledger: LedgerView
  readonly recovery: Recovery & CallNotes
  readonly isOn: boolean
}

const PAGE = 100

export async function callsPage(
  { ledger, recovery, isOn }: CallsParts,
  known: string | undefined,
  from: number,
): Promise<CallsPage | Unchanged> {
  const version = ledger.update()
  if (known === version) return { version, unchanged: true }
  const calls = await Promise.all(
    ledger.calls(from, PAGE).map(async (call) => {
      const note = call.prune === undefined ? undefined : await recovery.recallNote(call.id)
      return rowOf(call, note && maskSecrets(note.question))
    }),
  )
  return { version, calls, from, total: ledger.count, isOn }
}

export async function callDetail(
  { ledger, recovery }: CallsParts,
  id: string,
  showSecrets: boolean,
): Promise<CallDetail | undefined> {
  ledger.update()
  const call = ledger.find(id)
  const note = call && (await recovery.recallNote(id))
  if (!call || !note) return undefined
  const { pruneId, keptLines, firstLine, lineCount, fileName } = note
  const kept = await recovery.recall(pruneId)
  const shown = [note.question, note.answer, kept ?? '']
  const isMasked = !showSecrets && shown.some(holdsSecret)
  const [question = '', answer = '', whole = ''] = isMasked ? shown.map(maskSecrets) : shown
  const detail = { row: rowOf(call, question), question, answer, ...(isMasked && { isMasked }) }
  if (kept === undefined) return detail
  const text = partOf(whole, firstLine, lineCount)
  const request = {
    text,
    question,
    origin: call.door === 'native' ? ('implicit' as const) : ('explicit' as const),
    firstLine,
    ...(fileName !== undefined && { fileName }),
  }
  return { ...detail, text: textView(request, pruneFor(request), keptLines) }
}

/** A read of some lines keeps the file up to them too, because marks speak of the file. */
function partOf(whole: string, firstLine: number, lineCount: number): string {
  if (firstLine === 1) return whole
  return whole
    .split('\n')
    .slice(firstLine - 1, firstLine - 1 + lineCount)
    .join('\n')
}
