// Whether an answer is true to its original, place by place: shown values are there with every digit, in
// order, and omissions are reported in the same view, with a reference to the whole.
import { parseExactJson, printJson } from '@jeeves/mcp-runtime'
import { visible } from '../../src/process/visible-text.js'

type Json = Record<string, unknown>

/** Our notes, and the marks of the engine: `…120:` before a line or inside one, and `…end`. */
const NOTE = /⟦mcp-pruner: [^⟧]*⟧|…:?\d+:|…end/g
const REF = /ax:\/\/[a-z][a-z0-9-]*\/[A-Za-z0-9._-]+/
const ENVELOPE = ['success', 'summary', 'metadata']
const ADDED = new Set(['artifactRef', 'truncated', 'count', 'note'])

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !('text' in value && value.constructor.name === 'ExactNumber')

export function dataIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return parseExactJson(text)
  } catch {
    return undefined
  }
}

/** What was found wrong, and whether something is missing. */
class Comparison {
  readonly wrong: string[] = []
  isShort = false

  value(shown: unknown, whole: unknown, path: string, isTop = false): void {
    if (typeof shown === 'string') return this.#text(shown, whole, path)
    if (Array.isArray(shown)) return this.#list(shown, whole, path)
    if (isRecord(shown)) return this.#record(shown, whole, path, isTop)
    if (printJson(shown) !== printJson(whole)) {
      this.wrong.push(
        `${path} is ${printJson(shown).slice(0, 60)}, not ${printJson(whole).slice(0, 60)}`,
      )
    }
  }

  #text(shown: string, whole: unknown, path: string): void {
    if (shown === whole) return
    const isMarked = shown.search(NOTE) !== -1
    this.isShort = true
    if (shown.startsWith('⟦mcp-pruner: nested⟧')) {
      if (typeof whole !== 'object' || whole === null) this.wrong.push(`${path} is called nested`)
      return
    }
    if (!isMarked)
      return void this.wrong.push(`${path} shows ${JSON.stringify(shown.slice(0, 60))}`)
    if (/⟦mcp-pruner: \d+ (?:items|members|characters) left out⟧/.test(shown)) return
    const from = typeof whole === 'string' ? whole : printJson(whole)
    for (const part of shown.split(NOTE)) {
      const bare = part.replace(/\.\.\.$/, '').trim()
      const isThere = from.includes(bare) || visible(from).includes(bare)
      if (!isThere) this.wrong.push(`${path} shows ${JSON.stringify(bare.slice(0, 60))}`)
    }
  }

  #list(shown: readonly unknown[], whole: unknown, path: string): void {
    if (!Array.isArray(whole)) return void this.wrong.push(`${path} is a list`)
    const last = shown.at(-1)
    const mark =
      typeof last === 'string' ? /^⟦mcp-pruner: (?:only )?(\d+) of (\d+)/.exec(last) : null
    const items = mark ? shown.slice(0, -1) : shown
    if (mark && (Number(mark[1]) !== items.length || Number(mark[2]) !== whole.length)) {
      this.wrong.push(`${path} says ${mark[0]} of ${items.length} and ${whole.length}`)
    }
    if (items.length < whole.length) this.isShort = true
    if (items.length === 0 && whole.length > 0 && !mark) this.wrong.push(`${path} is shown empty`)
    this.#inOrder(items, whole, path)
  }

  #inOrder(items: readonly unknown[], whole: readonly unknown[], path: string): void {
    let at = 0
    for (const [i, item] of items.entries()) {
      const start = at
      let trial = new Comparison()
      for (; at < whole.length; at++) {
        trial = new Comparison()
        trial.value(item, whole[at], `${path}/${i}`)
        if (trial.wrong.length === 0) break
      }
      if (at === whole.length) {
        const first = new Comparison()
        first.value(item, whole[start], `${path}/${i}`)
        this.wrong.push(...first.wrong)
        return
      }
      this.isShort ||= trial.isShort
      at++
    }
  }

  #record(shown: Json, whole: unknown, path: string, isTop: boolean): void {
    if ('totalCount' in shown && 'showing' in shown && Array.isArray(whole)) {
      const { items, totalCount, showing } = shown
      if (totalCount !== whole.length || !Array.isArray(items) || items.length !== showing) {
        this.wrong.push(`${path} says ${String(showing)} of ${String(totalCount)}`)
      }
      this.isShort = true
      return this.#inOrder(items as unknown[], whole, path)
    }
    if (!isRecord(whole)) return void this.wrong.push(`${path} is an object`)
    let found = 0
    for (const [key, item] of Object.entries(shown)) {
      if (key.startsWith('⟦mcp-pruner: ')) continue
      if (Object.hasOwn(whole, key)) {
        found++
        this.value(item, whole[key], `${path}/${key}`)
      } else if (!isTop || !ADDED.has(key)) this.wrong.push(`${path} has ${key}`)
    }
    if (found < Object.keys(whole).length) this.isShort = true
    if (found === 0 && Object.keys(whole).length > 0 && !/⟦/.test(printJson(shown)) && !isTop) {
      this.wrong.push(`${path} is shown empty`)
    }
  }
}

function listsIn(value: unknown): unknown[][] {
  if (Array.isArray(value)) return [value, ...value.flatMap(listsIn)]
  return isRecord(value) ? Object.values(value).flatMap(listsIn) : []
}

/** An envelope, against whatever it may speak of. */
function envelopeProblems(shown: Json, wholes: readonly unknown[], isError: boolean): string[] {
  const { items, data, count, metadata, artifactRef } = shown as { metadata: Json } & Json
  if (isError !== (shown['success'] === false)) return ['tells failure and success apart wrongly']
  const isTruncated = metadata['truncated'] === true
  const found = wholes.map((whole) => {
    const comparison = new Comparison()
    if (data !== undefined) comparison.value(data, whole, '/data')
    if (Array.isArray(items)) {
      const lists = listsIn(whole).map((list) => {
        const one = new Comparison()
        one.value(items, list, '/items')
        if (count !== list.length) one.wrong.push(`count is ${String(count)} of ${list.length}`)
        return one
      })
      const best = lists.find(({ wrong }) => wrong.length === 0) ?? lists[0]
      comparison.wrong.push(...(best?.wrong ?? ['/items is not a list of it']))
      comparison.isShort = best?.isShort === true
    }
    return comparison
  })
  const best = found.find(({ wrong }) => wrong.length === 0) ?? found[0]
  const wrong = [...(best?.wrong ?? [])]
  if (best?.isShort && !isTruncated && data === undefined) wrong.push('is called whole')
  if (isTruncated && artifactRef === undefined) wrong.push('has no reference')
  return wrong
}

const isEnvelope = (value: unknown): value is Json =>
  isRecord(value) && ENVELOPE.every((key) => key in value)

/** One view of an answer, against the values and texts of the original. */
export function viewProblems(
  view: string,
  as: 'text' | 'value' | 'lines',
  original: Original,
): string[] {
  // The text of an error is cut by lines, whatever it contains.
  const read = as === 'value' ? parseExactJson(view) : dataIn(view)
  const data = as === 'lines' && !isEnvelope(read) ? undefined : read
  if (data === undefined) return lineProblems(view, original.texts)
  if (isEnvelope(data) && !original.values.some(isEnvelope)) {
    return envelopeProblems(data, original.values, as === 'lines' || original.isError)
  }
  const all = original.values.map((whole) => {
    const comparison = new Comparison()
    comparison.value(data, whole, '', true)
    if (comparison.isShort && !REF.test(original.wholeView(view))) {
      comparison.wrong.push('does not say where the rest is')
    }
    return comparison
  })
  const best = all.toSorted((a, b) => a.wrong.length - b.wrong.length)[0]
  return best ? best.wrong : ['is data, and there was none']
}

export interface Original {
  readonly values: readonly unknown[]
  readonly texts: readonly string[]
  readonly isError: boolean
  /** All that is seen together with a view. */
  readonly wholeView: (view: string) => string
}

function lineProblems(text: string, wholes: readonly string[]): string[] {
  const known = wholes.flatMap((whole) => [whole, visible(whole)])
  return text.split('\n').flatMap((line) => {
    const parts = line.split(NOTE).map((part) => part.trim().replace(/^\.\.\.|\.\.\.$/, ''))
    const isTrue = parts.every((part) => part === '' || known.some((whole) => whole.includes(part)))
    return isTrue ? [] : [`shows the line ${JSON.stringify(line.slice(0, 80))}`]
  })
}
