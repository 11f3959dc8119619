// Pictures over a limit are kept as artifacts, and a note with their size stands in their place: models' services
// refuse what is larger, and scale down what is not.
import { printJson } from '@jeeves/mcp-runtime'
import type { Fields } from '../../rpc/message.js'
import { noteOf } from '../shrink/note.js'
import { parseData } from '../shrink/parsed-data.js'
import { type Block, blocksOf, payloadOf, textBlock } from './blocks.js'

const MAX_BYTES = 1_048_576
const MAX_SIDE = 8000
/** Enough of any header; a multiple of four, so that it can be decoded on its own. */
const HEADER_CHARS = 87_384

export async function boundImages(
  result: Fields,
  keep: (text: string) => Promise<string>,
): Promise<Fields> {
  const blocks = blocksOf(result)
  if (!hasLargeImages(result)) return result
  const content = await Promise.all(
    blocks.map(async (block) => (isOver(block) ? replacement(block, keep) : block)),
  )
  return { ...result, content }
}

export const hasLargeImages = (result: Fields): boolean => blocksOf(result).some(isOver)

async function replacement(block: Block, keep: (text: string) => Promise<string>): Promise<Block> {
  const data = payloadOf(block) ?? ''
  const size = pixels(data)
  const ref = await keep(printJson(block))
  const sides = size ? `${size.width} x ${size.height} pixels, ` : ''
  const { mimeType } = block
  const what = `${typeof mimeType === 'string' ? mimeType : 'image'} of ${sides}${bytesOf(data)} bytes left out`
  return textBlock(noteOf(what, ref))
}

/** The picture that a kept text is. */
export function pictureIn(
  text: string,
): { readonly mimeType: string; readonly blob: string } | undefined {
  if (!text.includes('"type":"image"')) return undefined
  const { type, mimeType, data } = (parseData(text)?.value ?? {}) as Fields
  return type === 'image' && typeof mimeType === 'string' && typeof data === 'string'
    ? { mimeType, blob: data }
    : undefined
}

function isOver(block: Block): boolean {
  const data = block['type'] === 'image' ? payloadOf(block) : undefined
  if (data === undefined) return false
  if (bytesOf(data) > MAX_BYTES) return true
  const size = pixels(data)
  return size !== undefined && Math.max(size.width, size.height) > MAX_SIDE
}

const bytesOf = (base64: string): number =>
  Math.floor((base64.length * 3) / 4) - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0)

interface Size {
  readonly width: number
  readonly height: number
}

/** From the header of a PNG, GIF, WebP or JPEG; `undefined` for others. */
export function pixels(base64: string): Size | undefined {
  const bytes = Buffer.from(base64.slice(0, HEADER_CHARS), 'base64')
  if (bytes.length < 30) return undefined
  if (bytes.readUInt32BE(0) === 0x89504e47) {
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  }
  if (bytes.toString('latin1', 0, 4) === 'GIF8') {
    return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  }
  if (bytes.toString('latin1', 8, 12) === 'WEBP') return webpPixels(bytes)
  return bytes.readUInt16BE(0) === 0xffd8 ? jpegPixels(bytes) : undefined
}

function webpPixels(bytes: Buffer): Size | undefined {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) }
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) }
    }
    default:
      return undefined
  }
}

/** Walks the segments to the one that starts a frame. */
function jpegPixels(bytes: Buffer): Size | undefined {
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}
