// What a model holds at one moment of a session, from the client's own record: the earlier calls, each with
// its output as the model was given it, back to where the client compacted, cleared, resumed or rewound the conversation.

import { isDeepStrictEqual } from 'node:util'
import { dropOldest } from '../../process/drop-oldest.js'
import { SESSION_SOURCES } from '../registry.js'
import { isFields, type LineParser, textField } from './session-event.js'

export interface EarlierCall {
  readonly name: string
  readonly input: unknown
  /** `undefined` while it runs. */
  readonly output: string | undefined
}

/** The call in progress: by its id, or by its content if the client's hooks give no id. */
export interface CurrentCall {
  readonly id: string
  readonly name: string
  readonly input: unknown
  /** When its hook began, if the client reports it: without an id, the call is identified once this is recorded. */
  readonly hookAtMs?: number | undefined
  /** Messages and calls up to this one between which nothing was lost: what is recorded of them is still held. */
  readonly chain?: readonly string[]
}

interface RecordedCall extends EarlierCall {
  readonly id: string
}

interface RecordedCallState extends RecordedCall {
  readonly node: string
  output: string | undefined
}

interface Node {
  readonly line: number
  readonly parent: string | undefined
  readonly calls: RecordedCallState[]
}

type Line = Readonly<Record<string, unknown>>

interface RecordForm {
  readonly parser: () => LineParser
  /** The model holds nothing from before this line, or what it holds is unknown. */
  readonly losesAll: (line: Line) => boolean
  /** Lines name their predecessor; otherwise each follows the previous line. */
  readonly isTree?: true
  /** After such a pause the client may have old results removed. */
  readonly maxIdleMs?: number
}

const CLAUDE_LOSS = /compact|clear|snip/i
const CODEX_LOSS = /compact|roll(?:ed)?_?back|truncat|undo|revert|fork/i
const COPILOT_LOSS = /compact|truncat|rewind|resume|fork|clear|handoff|snapshot/i

/** Gemini CLI is not among them: its record does not distinguish a subagent's calls from the main agent's. */
export const FOLLOWED_CLIENTS = ['claude', 'codex', 'copilot'] as const
export type FollowedClient = (typeof FOLLOWED_CLIENTS)[number]

const FORMS: Readonly<Record<FollowedClient, RecordForm>> = {
  claude: {
    parser: SESSION_SOURCES.claude.createParser,
    losesAll: (line) =>
      line.isCompactSummary === true ||
      (line.type === 'system' && CLAUDE_LOSS.test(textField(line.subtype) ?? '')) ||
      hasClearedResults(line),
    isTree: true,
    // 65 minutes in 2.1.325, where the vendor has turned it on.
    maxIdleMs: 60 * 60_000,
  },
  codex: {
    parser: SESSION_SOURCES.codex.createParser,
    losesAll: ({ type, payload }) =>
      CODEX_LOSS.test(textField(type) ?? '') ||
      (isFields(payload) && CODEX_LOSS.test(textField(payload.type) ?? '')),
  },
  copilot: {
    parser: SESSION_SOURCES.copilot.createParser,
    losesAll: ({ type }) => COPILOT_LOSS.test(textField(type) ?? ''),
  },
}

/** The API removed old results from the request that this line answers. */
function hasClearedResults({ message }: Line): boolean {
  const context = isFields(message) ? message.context_management : undefined
  const edits = isFields(context) ? context.applied_edits : undefined
  return (
    Array.isArray(edits) &&
    edits.some((edit) => isFields(edit) && textField(edit.type)?.startsWith('clear_tool_uses'))
  )
}

/** Nodes that are remembered; the oldest are dropped first. */
const MAX_NODES = 20_000
/** Parallel calls have hooks at the same time, but not many. */
const MAX_HOOKS = 100

export class Conversation {
  readonly #form: RecordForm
  readonly #parse: LineParser
  readonly #nodes = new Map<string, Node>()
  readonly #calls = new Map<string, RecordedCallState>()
  readonly #hooksAtMs = new Set<number>()
  readonly #startedMs: number
  #last: string | undefined
  #lastMs: number | undefined
  #count = 0
  /** Lines before this one are not held any more, on whatever branch they are. */
  #firstHeld = 0

  /** `startedMs`: what was recorded before is of an earlier process, and was resumed or forked since. */
  constructor(client: FollowedClient, startedMs = 0) {
    this.#form = FORMS[client]
    this.#parse = this.#form.parser()
    this.#startedMs = startedMs
  }

  addLine(line: Line): void {
    this.#count += 1
    this.#noteLoss(line)
    const { isTree } = this.#form
    const id = (isTree && textField(line.uuid)) || `line ${this.#count}`
    const parent = isTree ? textField(line.parentUuid) : this.#last
    const node: Node = { line: this.#count, parent, calls: [] }
    this.#nodes.set(id, node)
    this.#last = id
    for (const event of this.#parse(line)) {
      if (event.type === 'call') {
        const { id: callId, name, input } = event
        const call = { id: callId, name, input, node: id, output: undefined }
        node.calls.push(call)
        this.#calls.set(callId, call)
      }
      if (event.type === 'hook') this.#noteHook(event.atMs)
      const answered = event.type === 'output' ? this.#calls.get(event.id) : undefined
      if (answered && event.type === 'output') answered.output = event.text
    }
    this.#dropOldest()
  }

  /** Oldest first; `undefined` when the call is not in the record (yet): then nothing is certain. */
  before(call: CurrentCall): readonly RecordedCall[] | undefined {
    const current = this.#find(call)
    const last = current?.node ?? this.#lastOf(call.chain ?? [])
    if (last === undefined) return undefined
    const earlier: RecordedCall[] = []
    const seen = new Set<string>()
    for (let at: string | undefined = last; at !== undefined && !seen.has(at); ) {
      seen.add(at)
      const node = this.#nodes.get(at)
      if (node === undefined || node.line < this.#firstHeld) break
      for (const each of node.calls.toReversed()) if (each !== current) earlier.push(each)
      at = node.parent
    }
    return earlier.toReversed()
  }

  #noteLoss(line: Line): void {
    const { losesAll, maxIdleMs = Number.POSITIVE_INFINITY } = this.#form
    const atMs = Date.parse(textField(line.timestamp) ?? '')
    const wasIdle = this.#lastMs !== undefined && atMs - this.#lastMs > maxIdleMs
    if (losesAll(line) || wasIdle) this.#firstHeld = this.#count
    if (atMs < this.#startedMs) this.#firstHeld = this.#count + 1
    if (!Number.isNaN(atMs)) this.#lastMs = atMs
  }

  hasCall(id: string): boolean {
    return this.#calls.has(id)
  }

  /** The last of these messages and calls that is recorded. */
  #lastOf(chain: readonly string[]): string | undefined {
    const last = chain.findLast((id) => this.#calls.has(id) || this.#nodes.has(id))
    return last === undefined ? undefined : (this.#calls.get(last)?.node ?? last)
  }

  #find({ id, name, input, hookAtMs }: CurrentCall): RecordedCallState | undefined {
    const known = id === '' ? undefined : this.#calls.get(id)
    if (known) return known
    const open = [...this.#calls.values()].filter(({ output }) => output === undefined)
    // Codex runs commands inside a script: they have their own ids, and only the script is recorded.
    if (id.startsWith('exec-')) return open.findLast((each) => each.name === 'exec')
    // Until then the record may lag behind, and an identical earlier call may look open.
    if (id !== '' || (hookAtMs !== undefined && !this.#hooksAtMs.has(hookAtMs))) return undefined
    return open.findLast((each) => each.name === name && isDeepStrictEqual(each.input, input))
  }

  #noteHook(atMs: number): void {
    this.#hooksAtMs.add(atMs)
    dropOldest(this.#hooksAtMs, MAX_HOOKS)
  }

  #dropOldest(): void {
    const oldest = this.#nodes.size > MAX_NODES ? this.#nodes.keys().next().value : undefined
    if (oldest === undefined) return
    for (const { id } of this.#nodes.get(oldest)?.calls ?? []) this.#calls.delete(id)
    this.#nodes.delete(oldest)
  }
}
