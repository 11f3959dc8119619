import { visible } from '../../src/process/visible-text.js' // Whether an answer is true to its original: every value that is shown stands in the original, and whatever
// is missing is said where a model looks.
export type Json = Record<string, unknown>

interface Block {
  type: string
  text?: string
  resource?: { text?: string }
}

const NOTE = /⟦mcp-pruner: [^⟧]*⟧/g
/** Members of the envelope, and those that a note needs in a structured value. */
const OWN = new Set([
  'success',
  'summary',
  'count',
  'artifactRef',
  'hasMore',
  'nextCursor',
  'error',
])
const OWN_MEMBERS = new Set([...OWN, 'metadata', 'truncated', 'note', 'totalCount', 'showing'])

export const blocksOf = (result: Json): readonly Block[] => (result['content'] ?? []) as Block[]

export const shownTexts = (result: Json): readonly string[] => [
  ...blocksOf(result).flatMap(({ text, resource }) => text ?? resource?.text ?? []),
  ...(result['structuredContent'] === undefined
    ? []
    : [JSON.stringify(result['structuredContent'])]),
]

export function dataOf(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** What is false in an answer, or missing without a note. */
export function untruths(original: Json, answer: Json, isStubborn = false): string[] {
  const known = new Known(original)
  const found: string[] = []
  const texts = blocksOf(answer).flatMap(({ text, resource }) => text ?? resource?.text ?? [])
  for (const text of texts) found.push(...known.falseIn(text))
  const { structuredContent } = answer
  if (structuredContent !== undefined)
    found.push(...known.falseInValue(structuredContent, '', true))
  // Either view alone must say that something is missing.
  // A schema of numbers alone leaves no place for a note in the value.
  const isMute = structuredContent === undefined || isStubborn
  const views = isMute ? [] : [JSON.stringify(structuredContent)]
  if (texts.length > 0) views.push(texts.join('\n'))
  for (const view of views) {
    const isShort = view.length < known.smallestView
    if (isShort && !/⟦mcp-pruner: /.test(view) && !view.includes('"artifactRef":"ax://')) {
      const isEnveloped = /"truncated":false/.test(view)
      if (!isEnveloped) found.push(`lacks something in silence: ${view.slice(0, 80)}`)
    }
  }
  return found
}

class Known {
  readonly #scalars = new Set<unknown>()
  readonly #texts: string[] = []
  readonly #lists: unknown[][] = []
  /** The least that an untouched view of it could be. */
  readonly smallestView: number

  constructor(original: Json) {
    const texts = shownTexts(original)
    for (const text of texts) {
      this.#texts.push(text)
      const data = dataOf(text)
      if (data) this.#collect(data)
    }
    if (original['_meta']) this.#collect(original['_meta'])
    const sizes = texts.map((text) => {
      const data = dataOf(text)
      return data ? JSON.stringify(data).length : text.length
    })
    this.smallestView = Math.min(...sizes, Number.MAX_SAFE_INTEGER)
    if (sizes.length === 0) this.smallestView = 0
  }

  #collect(value: unknown): void {
    if (Array.isArray(value)) this.#lists.push(value)
    if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        this.#scalars.add(key)
        this.#collect(item)
      }
    } else this.#scalars.add(value)
  }

  falseIn(text: string): string[] {
    const data = dataOf(text)
    if (data) return this.falseInValue(data, '', true)
    return this.#falseLines(text)
  }

  /** Every line that is not a note is in some text of the original, control characters made visible or not; a cut line's ends do. */
  #falseLines(text: string): string[] {
    return text.split('\n').flatMap((line) => {
      const parts = line.split(NOTE).map((part) => part.trim())
      const isTrue = parts.every(
        (part) =>
          part === '' ||
          part === '...' ||
          this.#texts.some((whole) => whole.includes(part) || visible(whole).includes(part)),
      )
      return isTrue ? [] : [`shows a line that is not in the original: ${line.slice(0, 80)}`]
    })
  }

  falseInValue(value: unknown, path: string, isTop = false): string[] {
    if (Array.isArray(value)) {
      if (value.length === 0 && !this.#lists.some((list) => list.length === 0))
        return [`shows an empty list at ${path}, and there is none`]
      return value.flatMap((item, i) => this.falseInValue(item, `${path}/${i}`))
    }
    if (typeof value === 'object' && value !== null) {
      return Object.entries(value).flatMap(([key, item]) => {
        if (key.startsWith('⟦mcp-pruner: ')) return []
        const isOwn = isTop && OWN_MEMBERS.has(key)
        if ((isOwn || isWrapper(value)) && key !== 'items' && key !== 'data') {
          return isOwn || OWN_MEMBERS.has(key) ? [] : this.falseInValue(item, `${path}/${key}`)
        }
        return this.falseInValue(item, `${path}/${key}`)
      })
    }
    return this.#isKnown(value) ? [] : [`shows ${JSON.stringify(value)?.slice(0, 80)} at ${path}`]
  }

  #isKnown(value: unknown): boolean {
    if (this.#scalars.has(value)) return true
    if (typeof value !== 'string') return false
    if (value.startsWith('⟦mcp-pruner: nested⟧')) return true
    const parts = value.split(NOTE).flatMap((part) => part.split('\n'))
    return parts.every((part) => {
      const bare = part.trim().replace(/\.\.\.$/, '')
      return bare === '' || this.#texts.some((text) => isIn(bare, text))
    })
  }
}

/** As it is, or as JSON writes it. */
const isIn = (part: string, text: string): boolean =>
  text.includes(part) || text.includes(JSON.stringify(part).slice(1, -1))

/** `{items, totalCount, showing, hasMore}` in the place of a list. */
const isWrapper = (value: object): boolean => 'totalCount' in value && 'showing' in value
