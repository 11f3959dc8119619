// UTF-8 bytes of a scalar as JSON writes it, without writing it where that can be helped.

/** Up to here a loop is faster than two calls into native code. */
const SHORT = 40

// Quotes, backslashes and control characters are escaped; a lone surrogate becomes \udxxx. Pairs match
// too and take the slow way, which is exact for both.
// oxlint-disable-next-line no-control-regex
const NEEDS_CARE = /["\\\u0000-\u001f\ud800-\udfff]/

export function jsonStringBytes(text: string): number {
  if (text.length <= SHORT && isPlainAscii(text)) return text.length + 2
  return NEEDS_CARE.test(text)
    ? Buffer.byteLength(JSON.stringify(text))
    : Buffer.byteLength(text) + 2
}

function isPlainAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x20 || code > 0x7e || code === 0x22 || code === 0x5c) return false
  }
  return true
}

/** Of anything but a string or an object. What JSON cannot say counts as `null`. */
export function jsonScalarBytes(value: unknown): number {
  switch (typeof value) {
    case 'number':
      return numberBytes(value)
    case 'bigint':
      return String(value).length
    case 'boolean':
      return value ? 4 : 5
    default:
      return 4
  }
}

function numberBytes(value: number): number {
  if (!Number.isFinite(value)) return 4
  if (!Number.isInteger(value) || value < 0 || value > 999_999_999) return String(value).length
  let digits = 1
  for (let rest = value; rest >= 10; rest /= 10) digits++
  return digits
}
