// The weights file. All numbers are little-endian.
//
//   0   4  magic "JPRW"
//   4   4  version, now 4
//   8   4  length of the whole file in bytes
//   12  4  FNV-1a (32 bits) of the bytes from 16 on, four at a time
//   16     sections, each: 4 bytes of name, 4 of payload length, payload, zeros up to a multiple of 4
//
// WORD  the vocabulary: stems, UTF-8, one a line
// FIND  where to find a word by its hash: slots of uint32, a power of two, all ones if empty, else the place in WORD
//       where a word begins, shifted by 14 bits, plus the word's number
// VECT  size and count (4 bytes each), then count × size int8
// TELL  one byte a word, 0…255 for 0…2: how informative the word is in a question; the last is for unknown words
// COLS  the names of the columns that the network was trained on, one a line
// CALI  float32, for each family: level, slope, size and top of its curve, see calibration.ts, and the
//       weights with which the columns in EXTRA_COLUMNS are added to the network's output
// NETW  the network for texts that a call gave, see network.ts
// NETQ, CALQ  the same for code and a description: of a function, of a change
// NETD, CALD  the same for code and a direct question
import { FAMILIES, type Family } from '../../text/family.js'
import type { CalibrationTable } from '../calibration.js'
import { LINE_COLUMNS, type LineColumn, TEXT_COLUMNS } from '../columns/column-names.js'
import type { WordVectors } from '../columns/vectors.js'

export const WEIGHTS_VERSION = 4
const MAGIC = 0x5752504a
const HEADER = 16

export class WeightsError extends Error {
  override readonly name = 'WeightsError'
}

export function readSections(file: Uint8Array): Map<string, Uint8Array> {
  // A plain view: Node returns a Buffer, whose slice() does not copy.
  const bytes = new Uint8Array(file.buffer, file.byteOffset, file.byteLength)
  if (bytes.length < HEADER)
    throw new WeightsError(`weights file is cut short: ${bytes.length} bytes`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint32(0, true) !== MAGIC) throw new WeightsError('not a weights file: wrong magic')
  const version = view.getUint32(4, true)
  if (version !== WEIGHTS_VERSION)
    throw new WeightsError(`weights version ${version}, expected ${WEIGHTS_VERSION}`)
  if (view.getUint32(8, true) !== bytes.length)
    throw new WeightsError(`weights file is cut short: ${bytes.length} bytes`)
  if (view.getUint32(12, true) !== checksum(bytes, HEADER))
    throw new WeightsError('weights file is damaged: checksum differs')
  const sections = new Map<string, Uint8Array>()
  for (let at = HEADER; at < bytes.length; ) {
    const name = String.fromCharCode(bytes[at]!, bytes[at + 1]!, bytes[at + 2]!, bytes[at + 3]!)
    const length = view.getUint32(at + 4, true)
    sections.set(name, bytes.subarray(at + 8, at + 8 + length))
    at += 8 + length + ((4 - (length & 3)) & 3)
  }
  return sections
}

export function readVectors(sections: ReadonlyMap<string, Uint8Array>): WordVectors {
  const own = table(section(sections, 'VECT'))
  const informativeness = section(sections, 'TELL')
  const slots = numbers(section(sections, 'FIND'))
  if (informativeness.length !== own.count + 1 || slots.length < own.count)
    throw new WeightsError('weights file is inconsistent: sections differ in size')
  return {
    size: own.size,
    words: section(sections, 'WORD'),
    slots,
    own: own.values,
    factors: new Float64Array(own.count),
    informativeness,
    unknownInformativeness: informativeness.at(-1)!,
  }
}

/** Throws unless the network was trained on exactly the columns of this engine, in this order. */
export function readColumnNames(sections: ReadonlyMap<string, Uint8Array>): void {
  const trained = new TextDecoder().decode(section(sections, 'COLS')).split('\n')
  const own: readonly string[] = [...LINE_COLUMNS, ...TEXT_COLUMNS]
  const at = own.findIndex((name, i) => name !== trained[i])
  if (at >= 0 || own.length !== trained.length)
    throw new WeightsError(
      `weights are for other columns: "${trained[at] ?? trained.length}", not "${own[at] ?? own.length}"`,
    )
}

/**
 * Columns that also count by themselves: on projects that the network had not seen, it used too little of
 * the call's own words in command output.
 */
export const EXTRA_COLUMNS = [
  'context',
  'asked or context, relative',
] as const satisfies LineColumn[]

export interface Calibration {
  readonly curves: CalibrationTable
  /** A weight for each of `EXTRA_COLUMNS`. */
  readonly extraWeights: Readonly<Record<Family, readonly number[]>>
}

export function readCalibration(
  sections: ReadonlyMap<string, Uint8Array>,
  name: string,
): Calibration {
  const bytes = section(sections, name)
  const size = 4 + EXTRA_COLUMNS.length
  if (bytes.length !== FAMILIES.length * size * 4)
    throw new WeightsError('weights file is inconsistent: calibration size')
  const values = new Float32Array(bytes.slice().buffer)
  const ofFamilies = (from: number, to: number) =>
    Object.fromEntries(
      FAMILIES.map((family, at) => [
        family,
        Array.from(values.subarray(size * at + from, size * at + to)),
      ]),
    )
  return {
    curves: ofFamilies(0, 4) as unknown as CalibrationTable,
    extraWeights: ofFamilies(4, size) as unknown as Calibration['extraWeights'],
  }
}

export function section(sections: ReadonlyMap<string, Uint8Array>, name: string): Uint8Array {
  const found = sections.get(name)
  if (found === undefined) throw new WeightsError(`weights file has no section ${name}`)
  return found
}

function table(bytes: Uint8Array): { size: number; count: number; values: Int8Array } {
  const all = numbers(bytes)
  const [size = 0, count = 0] = all
  if (bytes.length !== 8 + size * count)
    throw new WeightsError('weights file is inconsistent: table size')
  return { size, count, values: new Int8Array(all.buffer, all.byteOffset + 8, size * count) }
}

function checksum(bytes: Uint8Array, from: number): number {
  let hash = 0x811c9dc5
  const all = numbers(bytes.subarray(from))
  for (let i = 0; i < all.length; i++) hash = Math.imul(hash ^ all[i]!, 0x01000193)
  return hash >>> 0
}

/** Four bytes each; what is left over does not count. */
function numbers(bytes: Uint8Array): Uint32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length >> 2)
}
