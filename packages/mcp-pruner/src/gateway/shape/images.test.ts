import { expect, test } from 'vitest'
import { boundImages, pixels } from './images.js'

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

const keep = async () => 'ax://gateway/kept'
const imageOf = (data: string) => ({ type: 'image', mimeType: 'image/png', data })
const shown = async (data: string) =>
  ((await boundImages({ content: [imageOf(data)] }, keep))['content'] as unknown[])[0]

// 1 MiB is no multiple of three: its base64 ends with two signs that are no bytes.
test('a picture of exactly the limit stays, and one of a byte more is replaced by its size', async () => {
  const [fits, over] = [1_048_576, 1_048_577].map((size) => Buffer.alloc(size).toString('base64'))
  expect(await shown(fits!)).toEqual(imageOf(fits!))
  expect(await shown(over!)).toMatchObject({
    type: 'text',
    text: expect.stringContaining('image/png of 1048577 bytes left out'),
  })
})

const png = (width: number, height: number): string => {
  const bytes = Buffer.alloc(30)
  bytes.writeUInt32BE(0x89504e47, 0)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes.toString('base64')
}

test('a small file with a side over 8,000 pixels is replaced too', async () => {
  expect(await shown(png(8000, 8000))).toEqual(imageOf(png(8000, 8000)))
  expect(await shown(png(8, 8001))).toMatchObject({
    text: expect.stringContaining('of 8 x 8001 pixels, 30 bytes'),
  })
})
