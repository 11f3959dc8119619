import { expect, test } from 'vitest'
import { pixels } from './images.js'

const webp = (kind: string, write: (bytes: Buffer) => void): string => {
  const bytes = Buffer.alloc(40)
  bytes.write('RIFF', 0, 'latin1')
  bytes.write(`WEBP${kind}`, 8, 'latin1')
  write(bytes)
  return bytes.toString('base64')
}

test.each([
  [
    'VP8X',
    (bytes: Buffer) => {
      bytes.writeUIntLE(8999, 24, 3)
      bytes.writeUIntLE(10, 27, 3)
    },
    { width: 9000, height: 11 },
  ],
  [
    'VP8 ',
    (bytes: Buffer) => {
      bytes.writeUInt16LE(0xc000 | 700, 26)
      bytes.writeUInt16LE(0x4000 | 9001, 28)
    },
    { width: 700, height: 9001 },
  ],
  [
    'VP8L',
    (bytes: Buffer) => bytes.writeUInt32LE((6000 << 14) | 99, 21),
    { width: 100, height: 6001 },
  ],
] as const)('the width and the height of a WebP: %s', (kind, write, size) => {
  expect(pixels(webp(kind, write))).toEqual(size)
})
