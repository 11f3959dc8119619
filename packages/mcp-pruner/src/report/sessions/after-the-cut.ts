// What an agent did with a cut text later, from its session record: the lines that it recovered and the
// lines that it used. The record is found by the id in the answer's closing line.
import { type CallFacts, callFacts } from '../../clients/sessions/call-kind.js'
import type { SessionFile } from '../../clients/sessions/find-sessions.js'
import { readSession } from '../../clients/sessions/read-session.js'
import { type DatedEvent, isFields } from '../../clients/sessions/session-event.js'
import { type Cuts, resolveWanted } from '../../store/kept-cuts.js'
import { readLineRequests } from '../../store/line-requests.js'
import {
  EDITS_WITHIN_CALLS,
  laterUse,
  namesIn,
  QUOTED_WITHIN_MESSAGES,
} from '../replay/later-use.js'
import type { Run, TextView } from '../text-view.js'

export interface CutText {
  readonly pruneId: string
  readonly lines: readonly string[]
  readonly firstLine: number
  readonly path: string | undefined
  readonly cuts: Cuts
}

export interface AfterTheCut {
  readonly recovered: readonly Run[]
  readonly used: NonNullable<TextView['used']>
}

/** Newest first; a recording that ended before the cut cannot contain it. */
const MAX_FILES = 8
const MAX_BYTES = 64_000_000

/** `undefined` when no recording shows the cut. */
export async function afterTheCut(
  cut: CutText,
  at: number,
  recordings: readonly SessionFile[],
): Promise<AfterTheCut | undefined> {
  const later = recordings
    .filter(({ modifiedMs, bytes }) => modifiedMs >= at && bytes <= MAX_BYTES)
    .slice(0, MAX_FILES)
  for (const { client, file } of later) {
    const observer = new CutObserver(cut)
    try {
      for await (const event of readSession(client, file)) observer.note(event)
    } catch {
      continue
    }
    if (observer.wasShown) return observer.result()
  }
  return undefined
}

class CutObserver {
  wasShown = false
  readonly #cut: CutText
  /** Names of the text that were seen before it. */
  readonly #known = new Set<string>()
  readonly #names: ReadonlySet<string>
  readonly #calls: CallFacts[] = []
  readonly #messages: string[] = []
  readonly #recovered: Run[] = []

  constructor(cut: CutText) {
    this.#cut = cut
    this.#names = new Set(cut.lines.flatMap(namesIn))
  }

  note(event: DatedEvent): void {
    if (!this.wasShown) {
      this.#learn(event)
      return
    }
    if (event.type === 'message' && this.#messages.length < QUOTED_WITHIN_MESSAGES) {
      this.#messages.push(event.text)
    }
    if (event.type !== 'call') return
    if (event.name.endsWith('recover_text')) this.#recover(event.input)
    else if (this.#calls.length < EDITS_WITHIN_CALLS) {
      this.#calls.push(callFacts(event.name, event.input))
    }
  }

  result(): AfterTheCut {
    const { lines, firstLine, path } = this.#cut
    const uses = laterUse(
      { lines, firstLine, path, known: this.#known },
      { calls: this.#calls, messages: this.#messages },
    )
    return {
      recovered: this.#recovered,
      used: [...uses].map(([line, use]) => ({ line, use })),
    }
  }

  #learn(event: DatedEvent): void {
    if (event.type === 'output' && event.text.includes(this.#cut.pruneId)) {
      this.wasShown = true
      return
    }
    const text = 'text' in event ? event.text : event.type === 'call' ? event.input : ''
    const words = typeof text === 'string' ? text : (JSON.stringify(text) ?? '')
    for (const name of namesIn(words)) if (this.#names.has(name)) this.#known.add(name)
  }

  #recover(input: unknown): void {
    const { pruneId, cuts, lines, firstLine } = this.#cut
    if (!isFields(input) || input['prune_id'] !== pruneId) return
    const requested = readLineRequests(input['ranges'])
    if (!requested.ok) return
    const whole = { start_line: firstLine, end_line: firstLine + lines.length - 1 }
    const resolved = resolveWanted(requested.wanted, cuts, lines.join('\n'))
    if ('problem' in resolved) return
    const ranges = requested.wanted.length === 0 ? [whole] : resolved.ranges
    for (const { start_line, end_line } of ranges) {
      const first = Math.max(1, start_line - firstLine + 1)
      const last = Math.min(lines.length, end_line - firstLine + 1)
      if (first <= last) this.#recovered.push([first, last])
    }
  }
}
