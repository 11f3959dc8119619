// Cuts UTF-8 bytes without splitting a character.

const isContinuation = (byte: number | undefined): boolean => ((byte ?? 0) & 0xc0) === 0x80

/** The longest prefix of at most `maxBytes`. */
export function startWithin(bytes: Buffer, maxBytes: number): Buffer {
  if (bytes.length <= maxBytes) return bytes
  let end = maxBytes
  while (end > 0 && isContinuation(bytes[end])) end -= 1
  return bytes.subarray(0, end)
}

/** The longest suffix of at most `maxBytes`. */
export function endWithin(bytes: Buffer, maxBytes: number): Buffer {
  if (bytes.length <= maxBytes) return bytes
  let start = bytes.length - maxBytes
  while (start < bytes.length && isContinuation(bytes[start])) start += 1
  return bytes.subarray(start)
}

const lossy = new TextDecoder('utf-8', { ignoreBOM: true })

/** Text of at most `maxBytes`; invalid bytes become U+FFFD, which is longer than they were. */
export function decodeWithin(
  bytes: Buffer,
  maxBytes: number,
  cut: (bytes: Buffer, maxBytes: number) => Buffer = startWithin,
): string {
  const text = lossy.decode(cut(bytes, maxBytes))
  if (Buffer.byteLength(text) <= maxBytes) return text
  return lossy.decode(cut(Buffer.from(text), maxBytes))
}

export function countCharacters(bytes: Buffer): number {
  let count = 0
  for (const byte of bytes) if (!isContinuation(byte)) count += 1
  return count
}
