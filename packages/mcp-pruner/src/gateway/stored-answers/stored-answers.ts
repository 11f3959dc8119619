// Whole answers, stored under `ax://domain/id` while the client sees a part of them. Ids are derived from the
// content, so the same answer is stored once.
import {
  type ArtifactKey,
  type ArtifactStore,
  formatArtifactRef,
  measure,
  parseArtifactRef,
  pruneIdOf,
} from '@jeeves/mcp-runtime'
import type { EmitEvent } from '../../process/events.js'

export interface StoredAnswer {
  readonly ref: string
  readonly tool: string
  readonly characters: number
}

/** Newest first in listings; older ones stay readable by their reference. */
const MAX_LISTED = 100

export class StoredAnswers {
  readonly #store: () => Promise<ArtifactStore>
  readonly #emit: EmitEvent
  readonly #recent = new Map<string, StoredAnswer>()
  /** Pages are requested one after the other, and a store may be slow. */
  #lastRead: { readonly ref: string; readonly text: string } | undefined

  constructor(store: () => Promise<ArtifactStore>, emit: EmitEvent) {
    this.#store = store
    this.#emit = emit
  }

  /** The reference, or `undefined` when the text could not be kept. */
  async keep(domain: string, tool: string, text: string): Promise<string | undefined> {
    const { ref, isStored } = await this.startKeeping(domain, tool, text)
    return (await isStored) ? ref : undefined
  }

  /** The same while the text is still being written, so that other work can go on meanwhile. */
  async startKeeping(
    domain: string,
    tool: string,
    text: string,
  ): Promise<{ readonly ref: string; readonly isStored: Promise<boolean> }> {
    const key = {
      domain: asDomain(domain),
      id: `${asIdPart(tool)}.${pruneIdOf(text).slice(4, 20)}`,
    }
    const isStored = this.#put(key, tool, text)
    // Until the store has begun with it.
    await this.#store().catch(() => undefined)
    return { ref: formatArtifactRef(key), isStored }
  }

  async #put(key: ArtifactKey, tool: string, text: string): Promise<boolean> {
    try {
      await (await this.#store()).put(key, text)
    } catch (error) {
      this.#emit('error', 'artifact.not_kept', {
        data: { tool, message: (error as Error).message },
      })
      return false
    }
    this.remember({ ref: formatArtifactRef(key), tool, characters: text.length })
    return true
  }

  remember(answer: StoredAnswer): void {
    this.#recent.delete(answer.ref)
    this.#recent.set(answer.ref, answer)
    const [oldest] = this.#recent.keys()
    if (this.#recent.size > MAX_LISTED && oldest !== undefined) this.#recent.delete(oldest)
  }

  /** Throws `ArtifactRefError` for an invalid reference; `undefined` when it is unknown or expired. */
  async recall(ref: string): Promise<string | undefined> {
    if (this.#lastRead?.ref === ref) return this.#lastRead.text
    const text = await (await this.#store()).get(parseArtifactRef(ref))
    this.#lastRead = text === undefined ? undefined : { ref, text }
    return text
  }

  recent(): readonly StoredAnswer[] {
    return [...this.#recent.values()].reverse()
  }

  /** The tool whose answer it was, as far as the reference shows. */
  toolOf(ref: string): string | undefined {
    return this.#recent.get(ref)?.tool ?? /^ax:\/\/[^/]+\/(.+)\.[^.]+$/.exec(ref)?.[1]
  }
}

/** Server names may contain anything; domains are `[a-z][a-z0-9-]{0,63}`. */
export function asDomain(name: string): string {
  const safe = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+|-+$/g, '')
    .slice(0, 64)
  return safe === '' ? 'tool' : safe
}

const asIdPart = (tool: string): string => {
  const safe = tool
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^[-_]+/, '')
    .slice(0, 100)
  return safe === '' ? 'answer' : safe
}

export class Pages {
  readonly text: string
  readonly #starts: readonly number[]

  constructor(text: string, maxBytes: number) {
    this.text = text
    const starts = [0]
    for (let at = pageEnd(text, 0, maxBytes); at < text.length; at = pageEnd(text, at, maxBytes)) {
      starts.push(at)
    }
    this.#starts = starts
  }

  get count(): number {
    return this.#starts.length
  }

  /** Page `number`, 1 or greater; `undefined` beyond the last. */
  page(number: number): string | undefined {
    const start = this.#starts[number - 1]
    return start === undefined ? undefined : this.text.slice(start, this.#starts[number])
  }
}

/** Pages are read one after the other, so the last divided text is cached. */
export function createPager(maxBytes: number): (text: string) => Pages {
  let last: Pages | undefined
  return (text) => {
    if (last?.text !== text) last = new Pages(text, maxBytes)
    return last
  }
}

/** The end of a line where one is near; never inside a character. */
function pageEnd(text: string, start: number, maxBytes: number): number {
  const end = measure(text, text.length, maxBytes, 'json', start).end
  if (end >= text.length) return text.length
  const lineEnd = text.lastIndexOf('\n', end - 1) + 1
  return lineEnd > start + (end - start) / 2 ? lineEnd : end
}
