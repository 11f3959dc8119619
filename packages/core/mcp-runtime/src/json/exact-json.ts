// Reads and writes JSON so that numbers keep their digits: an id of 19 digits, a price of 1.50 and a 1e400
// are shown as they were sent, although no JavaScript number can hold them.
import { randomBytes } from 'node:crypto'
import { stringEnd } from './string-end.js'

/** A number that would be written differently than it was read. */
export class ExactNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }

  valueOf(): number {
    return Number(this.text)
  }

  /** For `printJson` alone, which replaces this text with the digits. */
  toJSON(): string {
    return `${MARK}${this.text}`
  }
}

/** No text from outside this process contains it. */
const MARK = `\u{e000}${randomBytes(12).toString('hex')}:`
const MARKED = new RegExp(`"${MARK}([-+.0-9eE]+)"`, 'g')

/** As JSON.stringify, with exact numbers as numbers. */
export function printJson(
  value: unknown,
  replacer?: (key: string, value: unknown) => unknown,
  space?: number,
): string {
  const text = JSON.stringify(value, replacer, space) ?? 'null'
  return text.includes(MARK) ? text.replaceAll(MARKED, '$1') : text
}

/** The same value with ordinary numbers, as every other JSON parser reads it. */
export const plainJson = (value: unknown): unknown => JSON.parse(printJson(value)) as unknown

/** A candidate for a number that JavaScript writes differently. Also matches inside strings. */
const SUSPECT = /\d[\d.]{15}|\d[eE][-+\d]|\.\d*0(?!\d)|-0(?![.\d])|\.0{6}/g

/** As JSON.parse, with an `ExactNumber` where digits would be lost. Throws `SyntaxError` as it does. */
export function parseExactJson(text: string): unknown {
  // The native parser decides what is valid JSON; most texts need nothing else.
  const value: unknown = JSON.parse(text)
  return losesDigits(text) ? new Reader(text).read() : value
}

/** False only if every number is written again as it is. */
function losesDigits(json: string): boolean {
  SUSPECT.lastIndex = 0
  for (let found = SUSPECT.exec(json); found; found = SUSPECT.exec(json)) {
    let start = found.index
    let end = SUSPECT.lastIndex
    while (isNumberUnit(json.charCodeAt(start - 1))) start--
    while (isNumberUnit(json.charCodeAt(end))) end++
    const number = json.slice(start, end)
    // Beside a number stands no letter or quote: those are inside a string.
    const isAlone = BEFORE_NUMBER.has(json[start - 1] ?? ' ') && AFTER_NUMBER.has(json[end] ?? ' ')
    if (isAlone && String(Number(number)) !== number) return true
    SUSPECT.lastIndex = end
  }
  return false
}
const SPACES = [' ', '\t', '\n', '\r']
const BEFORE_NUMBER = new Set([':', ',', '[', ...SPACES])
const AFTER_NUMBER = new Set([',', ']', '}', ...SPACES])

/** Digits, signs, a point and the letter of an exponent; false at either end of the text. */
const isNumberUnit = (unit: number): boolean =>
  (unit >= 0x30 && unit <= 0x39) ||
  unit === 0x2b ||
  unit === 0x2d ||
  unit === 0x2e ||
  (unit | 32) === 0x65

interface Open {
  readonly container: unknown[] | Record<string, unknown>
  key: string
}

/** Parses text that is known to be valid, without recursion: answers may nest to any depth. */
class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  read(): unknown {
    const open: Open[] = []
    let root: unknown
    const put = (value: unknown): void => {
      const top = open.at(-1)
      if (top === undefined) root = value
      else if (Array.isArray(top.container)) top.container.push(value)
      else setOwn(top.container, top.key, value)
    }
    for (;;) {
      this.#space()
      const unit = this.#text[this.#at]
      if (unit === undefined) return root
      if (unit === '{' || unit === '[') {
        this.#at++
        const container: Open['container'] = unit === '[' ? [] : {}
        put(container)
        open.push({ container, key: '' })
      } else if (unit === '}' || unit === ']') {
        this.#at++
        open.pop()
      } else if (unit === ',') this.#at++
      else if (unit === '"') {
        const text = this.#string()
        const top = open.at(-1)
        this.#space()
        if (this.#text[this.#at] === ':' && top !== undefined) {
          this.#at++
          top.key = text
        } else put(text)
      } else put(this.#word())
    }
  }

  #space(): void {
    while (this.#text.charCodeAt(this.#at) <= 0x20) this.#at++
  }

  #string(): string {
    const start = this.#at
    this.#at = stringEnd(this.#text, start) + 1
    return JSON.parse(this.#text.slice(start, this.#at)) as string
  }

  #word(): unknown {
    const start = this.#at
    while (isWordUnit(this.#text.charCodeAt(this.#at))) this.#at++
    const word = this.#text.slice(start, this.#at)
    if (!/^[-\d]/.test(word)) return JSON.parse(word) as unknown
    const number = Number(word)
    return String(number) === word ? number : new ExactNumber(word)
  }
}

/** Anything that is not a space, a comma or a closing bracket; false at the end of the text. */
const isWordUnit = (unit: number): boolean =>
  unit > 0x20 && unit !== 0x2c && unit !== 0x5d && unit !== 0x7d

/** Plain assignment of `__proto__` would change the object's prototype. */
export function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') target[key] = value
  else {
    const property = { value, enumerable: true, configurable: true, writable: true }
    Object.defineProperty(target, key, property)
  }
}
