// A value and what it consists of, read only as far as it is looked at: items of lists, members of objects.
import { ExactNumber, printJson } from '../json/exact-json.js'
import { type JsonText, type MemberSpans, memberSpans, memberText } from '../json/member-spans.js'
import { type ArrayReading, type ObjectReading, type Reading, read } from './read.js'

/** Members that are records of one kind, or values of one kind, are entries of a map from so many on. */
const MAP_OF_RECORDS = 8
const MAP_OF_VALUES = 20
/** Deeper parts are printed as one. */
const MAX_LEVELS = 12

export class Part {
  readonly source: unknown
  readonly parent: Part | undefined
  /** Its number among the entries of its parent. */
  readonly place: number
  /** Its name, or its number in a list. */
  readonly key: string
  readonly level: number
  /** Its number among all that a question can choose; -1 when it cannot be, and stays. */
  line = -1
  /** Of a text, the number of its first line. */
  firstLine = -1
  /** Something in it can be chosen. */
  hasChoices = false
  readonly #entries: Part[] = []
  #reading: Reading | undefined
  #json: string | undefined
  /** What it was read from, until it is known where its entries are in that. */
  #text: JsonText | undefined
  #spans: MemberSpans | undefined
  #entryTexts: readonly string[] | undefined
  #isCollection: boolean | undefined

  /** `text` is what the source was read from, if that is known and is what `printJson` would write. */
  constructor(source: unknown, parent?: Part, place = 0, key = '', text?: JsonText) {
    this.source = source
    this.parent = parent
    this.place = place
    this.key = key
    this.level = parent ? parent.level + 1 : 0
    this.#text = text
    this.#json = text?.json
  }

  /** Of a value that was read from `json`, however it is written there. */
  static from(source: unknown, json?: string): Part {
    if (json === undefined) return new Part(source)
    const part = new Part(source, undefined, 0, '', { json })
    return part.entrySpans ? part : new Part(source)
  }

  /** Where its entries are in the text that it was read from. */
  get entrySpans(): MemberSpans | undefined {
    const { container, size } = this
    if (this.#text && container) {
      const keys = container.kind === 'object' ? container.keys : undefined
      this.#spans = memberSpans(this.#text, keys, size)
      this.#text = undefined
    }
    return this.#spans
  }

  get reading(): Reading {
    this.#reading ??= read(this.source)
    return this.#reading
  }

  get container(): ArrayReading | ObjectReading | undefined {
    const { reading } = this
    return reading.kind === 'array' || reading.kind === 'object' ? reading : undefined
  }

  /** How many entries there are. */
  get size(): number {
    const { container } = this
    if (!container) return 0
    return container.kind === 'array' ? container.length : container.keys.length
  }

  entry(place: number): Part {
    const known = this.#entries[place]
    if (known) return known
    const { container } = this
    const key = container?.kind === 'object' ? (container.keys[place] ?? '') : String(place)
    const text = this.#spans && memberText(this.#spans, place)
    const made = new Part(container?.at(place), this, place, key, text)
    this.#entries[place] = made
    return made
  }

  *entries(most = Number.POSITIVE_INFINITY): Generator<Part> {
    const end = Math.min(this.size, most)
    for (let place = 0; place < end; place++) yield this.entry(place)
  }

  /** Its text is known without printing it. */
  get knownJson(): string | undefined {
    return this.#json
  }

  /** As `printJson`; what has to be printed by parts is put together from them. For plain JSON values. */
  get json(): string {
    this.#json ??= this.#printed()
    return this.#json
  }

  /** The JSON of each entry. Of a value that came as compact JSON, the parts of its text. */
  get entryTexts(): readonly string[] {
    this.#entryTexts ??= this.#textsOfEntries()
    return this.#entryTexts
  }

  /** Of an object, `"name":` of the entry. */
  nameOf(place: number): string {
    const { container } = this
    return container?.kind === 'object' ? `${JSON.stringify(container.keys[place])}:` : ''
  }

  #printed(): string {
    const { container } = this
    if (!container || this.level > MAX_LEVELS) return printJson(this.source)
    const texts = this.entryTexts
    return container.kind === 'array'
      ? `[${texts.join(',')}]`
      : `{${texts.map((text, place) => this.nameOf(place) + text).join(',')}}`
  }

  #textsOfEntries(): readonly string[] {
    const { entrySpans: spans } = this
    if (spans) return Array.from(spans.ends, (end, i) => spans.json.slice(spans.starts[i], end))
    if (!this.isCollection) return Array.from(this.entries(), (entry) => entry.json)
    return Object.values(this.source as object).map((member) => printJson(member))
  }

  /** It is chosen from by entries: a list, or records under names, such as services by their id. */
  get isCollection(): boolean {
    const { container } = this
    this.#isCollection ??= container?.kind === 'array' ? container.length > 1 : this.#isMap()
    return this.#isCollection
  }

  #isMap(): boolean {
    const { container, size } = this
    if (container?.kind !== 'object' || size < MAP_OF_RECORDS) return false
    const first = container.at(0)
    if (read(first).kind === 'nothing') return false
    const kind = kindOf(first)
    if (size < (kind === 'record' ? MAP_OF_RECORDS : MAP_OF_VALUES)) return false
    for (let place = 1; place < size; place++) {
      const member = container.at(place)
      if (kindOf(member) !== kind || (kind === 'record' && !isAlike(first, member))) return false
    }
    return true
  }

  /** It stands inside itself. */
  get isCircular(): boolean {
    for (let up = this.parent; up; up = up.parent) if (up.source === this.source) return true
    return false
  }
}

const isAlike = (a: unknown, b: unknown): boolean =>
  Object.keys(a as object).some((key) => Object.hasOwn(b as object, key))

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'list'
  if (value instanceof ExactNumber) return 'number'
  return typeof value === 'object' && value !== null ? 'record' : typeof value
}

/** What it is, and whether it went well. */
const IMPORTANT_KEY =
  /^(?:.*[_-])?(?:id|uuid|key|name|title|label|summary|path|file|line|url|type|kind|code|status|state|severity|level|priority|success|ok|count|total|error|errors|message|reason|warning|warnings|failed|failures|exit_?code|has_?more|next_?cursor)$|(?:Id|Name|Path|Url|Type|Code|Status|Count|Total|Error|Message)$/i

/** Longer strings are text to read, not values to know. */
export const SHORT_STRING = 80

export const isImportantKey = (key: string): boolean => key.length <= 40 && IMPORTANT_KEY.test(key)

/** Which members of an object are worth their bytes first: lower ones. */
export function importanceOf({ reading, key }: Part): 0 | 1 | 2 | 3 {
  const isImportant = isImportantKey(key)
  if (reading.kind === 'array') return isImportant ? 2 : 3
  if (reading.kind === 'object') return isImportant ? 1 : 2
  if (isImportant) return 0
  const isLong =
    reading.kind === 'scalar' &&
    typeof reading.value === 'string' &&
    reading.value.length > SHORT_STRING
  return isLong ? 3 : 1
}

/** What JSON has a word for, the most important first. */
export function membersByImportance(part: Part, most: number): readonly Part[] {
  return Array.from(part.entries(most))
    .filter(({ reading }) => reading.kind !== 'nothing')
    .map((entry) => ({ entry, rank: importanceOf(entry) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry)
}
