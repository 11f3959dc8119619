// What a session would not have been sent again: runs of lines that the conversation holds already, as outputs would have
// been shown. Counted apart from pruning, by the rules of the hooks.
import { sampleTokens } from '@jeeves/pruner/count'
import { MIN_OUTPUT_SIZE } from '../../clients/hook-names.js'
import type { RecordingClient } from '../../clients/registry.js'
import type { CallFacts } from '../../clients/sessions/call-kind.js'
import type { EarlierCall } from '../../clients/sessions/conversation.js'
import type { RecordedCall } from '../../clients/sessions/recorded-calls.js'
import { nativeClosing } from '../../native/prune-native.js'
import { earlierTexts } from '../../native/repeats/earlier-calls.js'
import { type MarkedRepeats, markRepeats } from '../../native/repeats/mark-repeats.js'
import { earlierAnswer } from '../../native/repeats/same-request.js'
import { errorLines, markedFigures } from '../../native/show-output.js'
import { type SessionRepeats } from './replay-figures.js'
import { savedBy } from './session-cost.js'
import type { OutputPlace } from './session-turns.js'

/** Kinds of calls in which the client's hooks show repeats as marks. In Gemini CLI none are. */
const MARKED: Partial<Record<RecordingClient, (facts: CallFacts) => boolean>> = {
  claude: ({ kind }) => kind === 'shell' || kind === 'search' || kind === 'read',
  codex: ({ kind }) => kind === 'shell',
  copilot: ({ kind }) => kind === 'shell' || kind === 'search' || kind === 'read',
  opencode: ({ kind }) => kind === 'shell' || kind === 'search' || kind === 'read',
}

interface MarkedOutput {
  readonly tokens: number
  readonly place: OutputPlace
}

export class RepeatedOutputs {
  readonly #client: RecordingClient
  readonly #isMarked: (facts: CallFacts) => boolean
  readonly #marked: MarkedOutput[] = []
  #earlierCalls: EarlierCall[] = []

  constructor(client: RecordingClient) {
    this.#client = client
    this.#isMarked = MARKED[client] ?? (() => false)
  }

  /** The conversation has been compacted: nothing from before is left. */
  forget(): void {
    this.#earlierCalls = []
  }

  /** `text`: as it would have been shown without marks. */
  async add(
    { name, input }: Pick<RecordedCall, 'name' | 'input'>,
    facts: CallFacts,
    { text, isPruned, place }: { text: string; isPruned: boolean; place: OutputPlace | undefined },
  ): Promise<void> {
    // A file that Claude Code shows in part carries numbers, and no marks for repeats.
    const isCutRead = isPruned && facts.kind === 'read' && this.#client === 'claude'
    const mayMark = this.#isMarked(facts) && !isCutRead
    const shown = mayMark ? await this.#marks(text, facts, isPruned) : undefined
    if (shown !== undefined && place) {
      this.#marked.push({ tokens: sampleTokens(text) - sampleTokens(shown), place })
    }
    this.#earlierCalls.push({ name, input, output: shown ?? text })
  }

  /** `undefined`: it is shown as it is. */
  async #marks(text: string, facts: CallFacts, isPruned: boolean): Promise<string | undefined> {
    if (Buffer.byteLength(text) < MIN_OUTPUT_SIZE) return undefined
    const earlier = earlierAnswer(this.#earlierCalls, facts)
    const isRerun = facts.kind === 'shell' && earlier.isStale
    if (earlier.was === 'repeats marked' && !isRerun) return undefined
    // Then it is shown whole by Claude Code's hooks, and what was not shown yet by the others.
    const isWhole = facts.kind === 'read' && !facts.isRange
    if (isWhole && earlier.was === 'cut' && this.#client === 'claude') return undefined
    const isKept = facts.kind === 'shell' ? await errorLines(text) : undefined
    const marked = markRepeats(text, earlierTexts(this.#earlierCalls), {
      hasMarks: isPruned,
      ...(facts.isRange && { firstLine: facts.firstLine }),
      ...(isKept && !isPruned && { isKept }),
    })
    if (!marked) return undefined
    const shown = isPruned ? marked.text : withNote(text, facts, marked)
    return sampleTokens(shown) < sampleTokens(text) ? shown : undefined
  }

  /** In dollars by the prices of the requests that carry the outputs. */
  get sum(): SessionRepeats {
    return {
      outputs: this.#marked.length,
      tokens: this.#marked.reduce((sum, { tokens }) => sum + tokens, 0),
      saved: this.#marked.reduce(
        (sum, { tokens, place: { after, offset, conversation } }) =>
          sum + savedBy({ after, offset, tokens }, conversation.turns).middle,
        0,
      ),
    }
  }
}

/** As long as the id of a kept text. */
const SOME_ID = `prn_${'0'.repeat(26)}`

function withNote(text: string, facts: CallFacts, marked: MarkedRepeats): string {
  const pruning = {
    attempted: true,
    applied: false,
    fallback: false,
    ...markedFigures(text, marked),
    ...(facts.kind !== 'read' && { prune_id: SOME_ID }),
  }
  return `${marked.text}\n${nativeClosing(pruning, facts, false, marked)}\n`
}
