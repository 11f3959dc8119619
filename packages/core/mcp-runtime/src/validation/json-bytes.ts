// UTF-8 bytes of a scalar as JSON writes it, without writing it where that can be helped.

// Quotes, backslashes and control characters are escaped; a lone surrogate becomes \udxxx. Pairs match
// too and take the slow way, which is exact for both.
// oxlint-disable-next-line no-control-regex
const NEEDS_CARE = /["\\\u0000-\u001f\ud800-\udfff]/

export function jsonStringBytes(text: string): number {
  return NEEDS_CARE.test(text)
    ? Buffer.byteLength(JSON.stringify(text))
    : Buffer.byteLength(text) + 2
}

/** Of anything but a string or an object. What JSON cannot say counts as `null`. */
export function jsonScalarBytes(value: unknown): number {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) ? String(value).length : 4
    case 'bigint':
      return String(value).length
    case 'boolean':
      return value ? 4 : 5
    default:
      return 4
  }
}
