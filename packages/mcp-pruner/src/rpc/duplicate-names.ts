// Whether an object in a JSON text has a member twice: parsers differ in which of the two they show.

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** `json` is valid. Takes time linear in its length, and no stack. */
export function hasDuplicateNames(json: string): boolean {
  const open: (Set<string> | undefined)[] = []
  let isName = false
  for (let i = 0; i < json.length; i++) {
    const unit = json.charCodeAt(i)
    if (unit === QUOTE) {
      const end = stringEnd(json, i)
      const names = open.at(-1)
      if (names && isName) {
        const name = JSON.parse(json.slice(i, end + 1)) as string
        if (names.has(name)) return true
        names.add(name)
      }
      isName = false
      i = end
    } else if (unit === 0x7b || unit === 0x5b) {
      open.push(unit === 0x7b ? new Set() : undefined)
      isName = true
    } else if (unit === 0x7d || unit === 0x5d) open.pop()
    else if (unit === 0x2c) isName = true
  }
  return false
}

/** The closing quote of the string that opens at `at`. */
function stringEnd(json: string, at: number): number {
  for (let i = json.indexOf('"', at + 1); i !== -1; i = json.indexOf('"', i + 1)) {
    let slashes = 0
    while (json.charCodeAt(i - 1 - slashes) === BACKSLASH) slashes++
    if (slashes % 2 === 0) return i
  }
  return json.length
}
