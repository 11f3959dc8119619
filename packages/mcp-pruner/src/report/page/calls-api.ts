// Calls: the newest first, page by page, and one call in detail.
import type { PruneResult } from '@jeeves/pruner'
import { estimateTokens } from '@jeeves/pruner/count'
import { type Account, figuresOf, missChance } from '../../ledger/accounts.js'
import { netOf } from '../../ledger/figures.js'
import type { CallNote } from '../../store/call-note.js'
import { recallCuts } from '../../store/kept-cuts.js'
import type { CallNotes, Recovery } from '../../store/recovery.js'
import { holdsSecret, maskSecrets } from '../../store/secret-patterns.js'
import { type LedgerView, rowOf } from './ledger-view.js'
import { missing } from './page-request.js'
import type { SessionsApi } from './sessions-api.js'
import { answerText, expectedMisses, pruneFor, textView } from './text-view.js'
import type { CallDetail, CallRow, CallsPage, Choice, Unchanged } from './ui-api.js'

export interface CallsParts {
  readonly ledger: LedgerView
  readonly recovery: Recovery & CallNotes
  readonly isOn: boolean
  readonly sessions: Pick<SessionsApi, 'models' | 'afterTheCut'>
}

export interface CallsQuery extends Readonly<Record<Choice, string>> {
  readonly version: string | undefined
  readonly from: number
  readonly search: string
  readonly only: string
}

const PAGE = 100
/** How many notes a search reads, from the newest on. */
const SEARCHED = 3000
/** From this probability on a call counts as likely to have missed something. */
export const LIKELY_MISSED = 0.5

export async function callsPage(
  { ledger, recovery, isOn, sessions }: CallsParts,
  query: CallsQuery,
): Promise<CallsPage | Unchanged> {
  const models = sessions.models()
  const version = `${ledger.update()}-${models.size}`
  if (query.version === version) return { version, unchanged: true }
  const chosen = ledger.calls.filter((call) => isChosen(call, query, models))
  const noteOf = (call: Account) =>
    call.prune === undefined ? undefined : recovery.recallNote(call.id)
  const row = async (call: Account): Promise<CallRow> =>
    rowOf(call, masked(await noteOf(call)), models.get(call.id))
  const choices = choicesOf(ledger.calls, models)
  const { from, search } = query
  if (search === '' && query.only !== 'gone') {
    const calls = await Promise.all(chosen.slice(from, from + PAGE).map(row))
    return { version, calls, from, total: chosen.length, isOn, choices }
  }
  const rows: CallRow[] = []
  for (const call of chosen.slice(0, SEARCHED)) {
    const one = await row(call)
    const isGone = call.prune !== undefined && !one.canOpen
    if ((query.only !== 'gone' || isGone) && matches(one, search)) rows.push(one)
  }
  return { version, calls: rows.slice(from, from + PAGE), from, total: rows.length, isOn, choices }
}

const isNamed = (wanted: string, value: string): boolean => wanted === '' || wanted === value

function isChosen(
  call: Account,
  { client, project, model, tool, only }: CallsQuery,
  models: ReadonlyMap<string, string>,
): boolean {
  if (!isNamed(model, models.get(call.id) ?? '')) return false
  if (!isNamed(client, call.client) || !isNamed(project, call.project)) return false
  if (!isNamed(tool, call.tool)) return false
  if (only === 'misses') return call.recovered + call.again > 0
  if (only === 'likely') return missChance(call.expectedMiss) >= LIKELY_MISSED
  if (only === 'cut') return call.prune !== undefined
  if (only === 'lost') return netOf(figuresOf(call)) < 0
  return true
}

const matches = ({ tool, client, project, question = '', what = '' }: CallRow, search: string) =>
  [tool, client, project, question, what].some((text) =>
    text.toLowerCase().includes(search.toLowerCase()),
  )

function choicesOf(
  calls: readonly Account[],
  models: ReadonlyMap<string, string>,
): CallsPage['choices'] {
  const of = (name: 'client' | 'project' | 'tool') =>
    [...new Set(calls.map((call) => call[name]))].sort()
  const model = [...new Set(models.values())].sort()
  return { client: of('client'), project: of('project'), model, tool: of('tool') }
}

const masked = (note: CallNote | undefined) =>
  note && {
    question: maskSecrets(note.question),
    ...(note.what !== undefined && { what: maskSecrets(titleOf(note.what)) }),
  }

/** Searches and wrapped tools are noted with all their arguments, as JSON. */
function titleOf(what: string): string {
  if (!what.startsWith('{')) return what
  try {
    const { pattern, path, ...others } = JSON.parse(what) as Record<string, unknown>
    if (typeof pattern === 'string') {
      return `${pattern} in ${typeof path === 'string' ? path : '.'}`
    }
    const all = { ...(path !== undefined && { path }), ...others }
    return Object.entries(all)
      .map(
        ([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
      )
      .join(', ')
  } catch {
    return what
  }
}

export interface DetailOptions {
  readonly showSecrets: boolean
  /** As it would be cut with this cost of a miss, instead of how it was. */
  readonly price?: number | undefined
}

export async function callDetail(
  { ledger, recovery, sessions }: CallsParts,
  id: string,
  { showSecrets, price }: DetailOptions,
): Promise<CallDetail> {
  const opened =
    (await openCall({ ledger, recovery }, id)) ?? missing('the store no longer has this call')
  const { call, note } = opened
  const { keptLines, firstLine, fileName, what = '' } = note
  const shown = [note.question, note.answer, opened.text ?? '', titleOf(what)]
  const isMasked = !showSecrets && shown.some(holdsSecret)
  const [question = '', answer = '', text = '', title = ''] = isMasked
    ? shown.map(maskSecrets)
    : shown
  const named = { question, ...(title !== '' && { what: title }) }
  const row = rowOf(call, named, sessions.models().get(id))
  const detail = { row, question, answer, ...(isMasked && { isMasked }) }
  if (opened.text === undefined) return detail
  const request = {
    text,
    question,
    origin: originOf(call),
    firstLine,
    ...(fileName !== undefined && { fileName }),
    ...(price !== undefined && { priceOfMiss: price }),
  }
  const pruned = pruneFor(request)
  const view = textView(request, pruned, price === undefined ? keptLines : undefined)
  const atPrice = price === undefined ? {} : { atPrice: costAtPrice(pruned, text) }
  const { pruneId } = note
  const cuts = await recallCuts(recovery, pruneId)
  const path = call.tool.endsWith('read') ? (fileName ?? what) : undefined
  const cut = { pruneId, lines: view.lines, firstLine, path, cuts }
  const after = await sessions.afterTheCut(cut, call.at)
  return { ...detail, ...atPrice, text: { ...view, ...after } }
}

const costAtPrice = (pruned: PruneResult, text: string): NonNullable<CallDetail['atPrice']> => ({
  tokens: estimateTokens(answerText(pruned, text)),
  expectedMisses: expectedMisses(pruned),
})

/** What an agent said before a call of its built-in tool is an implicit question. */
export const originOf = ({ entryPoint }: Account): 'implicit' | 'explicit' =>
  entryPoint === 'native' ? 'implicit' : 'explicit'

export interface OpenedCall {
  readonly call: Account
  readonly note: CallNote
  readonly text: string | undefined
}

export async function openCall(
  { ledger, recovery }: Pick<CallsParts, 'ledger' | 'recovery'>,
  id: string,
): Promise<OpenedCall | undefined> {
  ledger.update()
  const call = ledger.find(id)
  const note = call && (await recovery.recallNote(id))
  if (!call || !note) return undefined
  const whole = await recovery.recall(note.pruneId)
  return { call, note, text: whole === undefined ? undefined : partOf(whole, note) }
}

/** A read of some lines also stores the file up to them, because marks refer to the file. */
function partOf(whole: string, { firstLine, lineCount }: CallNote): string {
  if (firstLine === 1) return whole
  return whole
    .split('\n')
    .slice(firstLine - 1, firstLine - 1 + lineCount)
    .join('\n')
}
