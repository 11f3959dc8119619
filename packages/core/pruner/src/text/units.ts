// A text as numbers. The engine reads every character several times, and how fast `charCodeAt` is in a loop depends on
// what sorts of strings the process has met before; a typed array is read alike whatever it holds.

declare const TextEncoder: new () => {
  encodeInto(text: string, into: Uint8Array): { readonly read: number }
}
const encoder = new TextEncoder()

/** The UTF-16 units of a text. */
export function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length)
  const bytes = new Uint8Array(text.length)
  // Whatever is not ASCII takes more bytes than units, and then not all of it fits.
  if (encoder.encodeInto(text, bytes).read === text.length) units.set(bytes)
  else for (let at = 0; at < units.length; at++) units[at] = text.charCodeAt(at)
  return units
}

const scratch = new Uint16Array(1024)

/** The same of a text that is short, as most are: good until the next call. */
export function shortUnits(text: string): Uint16Array {
  if (text.length > scratch.length) return unitsOf(text)
  for (let at = 0; at < text.length; at++) scratch[at] = text.charCodeAt(at)
  return scratch
}
