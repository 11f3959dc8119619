// The one place that knows where a JSON string ends.
const BACKSLASH = 0x5c

/** The closing quote of the string that opens at `at`; the end of the text if there is none. */
export function stringEnd(json: string, at: number): number {
  for (let i = json.indexOf('"', at + 1); i !== -1; i = json.indexOf('"', i + 1)) {
    let slashes = 0
    while (json.charCodeAt(i - 1 - slashes) === BACKSLASH) slashes++
    if (slashes % 2 === 0) return i
  }
  return json.length
}
