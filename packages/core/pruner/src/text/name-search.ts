// Whether a text contains a name. A name of ASCII is searched for in the text's units from its end, which looks at one
// character in many; the whole text in lower case costs more than all other work on names.
import type { SplitText } from './lines.js'

/** The only characters beyond ASCII that have ASCII in lower case: the Kelvin sign and the dotted capital I. */
const FOLDED_TO_ASCII = ['\u212A', '\u0130']

/** Whether it contains a name as it is written. */
export function containsText({ text, units }: SplitText, name: string): boolean {
  const asked = asciiUnits(name)
  const isFound = asked === undefined ? undefined : isAmong(units, asked, SAME)
  return isFound ?? text.includes(name)
}

export function searchIgnoringCase({ text, units }: SplitText): (name: string) => boolean {
  let lowered: string | undefined
  const isPlain = !FOLDED_TO_ASCII.some((letter) => text.includes(letter))
  return (name) => {
    const wanted = name.toLowerCase()
    const asked = isPlain ? asciiUnits(wanted) : undefined
    const isFound = asked === undefined ? undefined : isAmong(units, asked, LOWER)
    if (isFound !== undefined) return isFound
    lowered ??= text.toLowerCase()
    return lowered.includes(wanted)
  }
}

function asciiUnits(text: string): Uint8Array | undefined {
  const units = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) > 127) return undefined
    units[at] = text.charCodeAt(at)
  }
  return units
}

/** What an ASCII character is compared as; the last entry is for all others, which no name has. */
const SAME = Uint8Array.from({ length: 129 }, (_, unit) => (unit < 128 ? unit : 255))
const LOWER = SAME.map((unit) => (unit >= 65 && unit <= 90 ? unit + 32 : unit))

/** Boyer, Moore and Horspool's search; `undefined` where the text is so repetitive that it would take long. */
function isAmong(units: Uint16Array, wanted: Uint8Array, folded: Uint8Array): boolean | undefined {
  const last = wanted.length - 1
  if (last < 0) return true
  const steps = new Int32Array(129).fill(wanted.length)
  for (let at = 0; at < last; at++) steps[wanted[at]!] = last - at
  let compared = 0
  for (let at = last; at < units.length; ) {
    const unit = foldedAt(units, at, folded)
    if (unit === wanted[last]) {
      let back = 1
      while (back <= last && foldedAt(units, at - back, folded) === wanted[last - back]) back++
      if (back > last) return true
      compared += back
      if (compared > units.length) return undefined
    }
    at += steps[unit < 128 ? unit : 128]!
  }
  return false
}

function foldedAt(units: Uint16Array, at: number, folded: Uint8Array): number {
  const unit = units[at]!
  return folded[unit < 128 ? unit : 128]!
}
