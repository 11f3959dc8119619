// A value that can be made smaller: by a budget, by what a question chose of it, or by both.
import type { ResponseLimits } from '@jeeves/contracts'
import {
  type Encoding,
  Part,
  type PartDemands,
  type ShrinkPolicy,
  type Shrunk,
  shrink,
} from '@jeeves/mcp-runtime'
import { evidenceLines } from '@jeeves/pruner'
import { type Choices, LONG_TEXT, numberChoices } from './choices.js'
import { type KeptAs, readOnMark } from './note.js'
import { sourceOf } from './parsed-data.js'

export interface ShrinkRequest extends KeptAs {
  /** The only lines (0-based) to show; absent: any. */
  readonly chosen?: ReadonlySet<number>
  /** The same lines of the one text, long ones in parts. */
  readonly inParts?: string
  /** Absent: all that was chosen. */
  readonly room?: {
    readonly maxBytes: number
    readonly encoding: Encoding
    readonly limits: ResponseLimits
    /** Default `none`: the caller says what is missing. */
    readonly notes?: ShrinkPolicy['notes']
    /** What must be shown, even if it is more than that. */
    readonly demands?: (root: Part) => PartDemands
  }
}

/** Items stay whole; where fewer than three fit, more are shown in part. */
const WHOLE_ITEMS = { wholeItems: 3, minItemBytes: 500 }

export class Shrinkable {
  readonly value: unknown
  readonly #root: Part
  readonly #withTexts: boolean
  #choices: Choices | undefined

  /** `withTexts`: long strings are texts whose lines can be chosen. */
  constructor(value: unknown, withTexts = true) {
    this.value = value
    this.#withTexts = withTexts
    this.#root = Part.from(value, sourceOf(value))
  }

  get choices(): Choices {
    this.#choices ??= numberChoices(this.#root, this.#withTexts)
    return this.#choices
  }

  shrink({ chosen, inParts, room, ref, base }: ShrinkRequest): Shrunk {
    if (chosen && this.choices.lines.length === 0) return { value: this.value, cuts: [], bytes: 0 }
    const policy: ShrinkPolicy = {
      ...WHOLE_ITEMS,
      chosen,
      limits: room?.limits ?? UNLIMITED,
      encoding: room?.encoding ?? 'json',
      notes: room?.notes ?? 'none',
      ...(room?.demands && { demands: room.demands(this.#root) }),
      evidence: evidenceIn,
      ...(this.#withTexts && {
        lines: {
          longerThan: LONG_TEXT,
          readOn: (cut, firstCut) => readOnMark(cut, firstCut, { ref, base }),
          evidence: this.#evidenceOf,
          inParts,
        },
      }),
    }
    const maxBytes = room ? Math.max(room.maxBytes, MIN_BYTES) : Number.POSITIVE_INFINITY
    return shrink(this.#root, maxBytes, policy) ?? { value: this.value, cuts: [], bytes: 0 }
  }

  readonly #evidence = new Map<string, (line: number) => boolean>()

  /** A text is looked through once, however often it is cut. */
  readonly #evidenceOf = (text: string): ((line: number) => boolean) => {
    const isEvidence = this.#evidence.get(text) ?? evidenceLines(text)
    this.#evidence.set(text, isEvidence)
    return isEvidence
  }
}

/** Less holds no value. */
const MIN_BYTES = 64

const UNLIMITED: ResponseLimits = {
  maxBytes: Number.MAX_SAFE_INTEGER,
  maxArrayItems: Number.MAX_SAFE_INTEGER,
  maxStringLength: Number.MAX_SAFE_INTEGER,
  maxJsonDepth: Number.MAX_SAFE_INTEGER,
  maxSummaryLength: Number.MAX_SAFE_INTEGER,
  maxLogLines: Number.MAX_SAFE_INTEGER,
  truncationSuffix: '',
}

const evident = new WeakMap<Part, (entry: number) => boolean>()

function evidenceIn(part: Part): (entry: number) => boolean {
  const known = evident.get(part)
  if (known) return known
  const { entrySpans } = part
  const isEvidence = entrySpans
    ? evidenceLines(entrySpans.json, entrySpans)
    : evidenceLines(part.entryTexts.join('\n'))
  evident.set(part, isEvidence)
  return isEvidence
}
