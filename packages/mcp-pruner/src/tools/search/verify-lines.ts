// Checks every line again before it is shown. The search program walked the folders by name,
// and a name may have been swapped for a link that leads out of the root. So each file is opened
// again, the open file is asked where it is, and its lines must equal those that were found.
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { isOpenedInside, type Root } from '../files/confine.js'
import { type KeptMatch, lineDigest } from './match-collector.js'
import { withoutEnding } from './search.js'
import { byteOrderMark, decodeFile } from './text-encoding.js'

const FILES_AT_ONCE = 8
const CHUNK_BYTES = 262_144
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)

/** The verified ones, in order. */
export async function verifyLines(
  root: Root,
  matches: readonly KeptMatch[],
  signal: AbortSignal,
): Promise<readonly KeptMatch[]> {
  const groups = [...groupByFile(matches).values()]
  const verified = new Set<KeptMatch>()
  for (let i = 0; i < groups.length && !signal.aborted; i += FILES_AT_ONCE) {
    await Promise.all(
      groups.slice(i, i + FILES_AT_ONCE).map(async (group) => {
        for (const match of await verifyFile(root, group)) verified.add(match)
      }),
    )
  }
  return matches.filter((match) => verified.has(match))
}

const byFile = ({ file }: KeptMatch): string => file.toString('latin1')

function groupByFile(matches: readonly KeptMatch[]): Map<string, KeptMatch[]> {
  const groups = new Map<string, KeptMatch[]>()
  for (const match of matches) {
    const group = groups.get(byFile(match))
    if (group) group.push(match)
    else groups.set(byFile(match), [match])
  }
  return groups
}

async function verifyFile(root: Root, matches: readonly KeptMatch[]): Promise<KeptMatch[]> {
  const [first] = matches
  if (first === undefined) return []
  const path = Buffer.concat([Buffer.from(`${root.realRoot}/`), first.file])
  const file = await open(path, FLAGS).catch(() => undefined)
  if (file === undefined) return []
  try {
    const stats = await file.stat()
    if (!stats.isFile() || !(await isOpenedInside(root.realRoot, file, path))) return []
    const wanted = new Map(matches.map((match) => [match.line, match]))
    const verified: KeptMatch[] = []
    await eachLine(file, stats.size, Math.max(...wanted.keys()), (number, line) => {
      const match = wanted.get(number)
      if (match && lineDigest(withoutEnding(line())) === match.digest) verified.push(match)
    })
    return verified
  } catch {
    return []
  } finally {
    await file.close()
  }
}

/** Up to line `last` of a file of this size; a line's bytes are assembled only if requested. */
async function eachLine(
  file: FileHandle,
  size: number,
  last: number,
  onLine: (number: number, line: () => Buffer) => void,
): Promise<void> {
  let number = 1
  let parts: Buffer[] = []
  const push = (chunk: Buffer): void => {
    let from = 0
    for (let at = chunk.indexOf(10); at !== -1 && number <= last; at = chunk.indexOf(10, from)) {
      parts.push(chunk.subarray(from, at + 1))
      const whole = parts
      onLine(number, () => Buffer.concat(whole))
      parts = []
      number += 1
      from = at + 1
    }
    parts.push(chunk.subarray(from))
  }
  for (let position = 0; ; ) {
    // One byte more than the file has, so that the first read also finds its end.
    const length = Math.min(CHUNK_BYTES, Math.max(0, size - position) + 1)
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, position)
    const chunk = buffer.subarray(0, bytesRead)
    const encoding = position === 0 ? byteOrderMark(chunk) : undefined
    if (encoding !== undefined) {
      push((await decodeFile(file, encoding)) ?? Buffer.alloc(0))
      break
    }
    push(chunk)
    position += bytesRead
    if (bytesRead < length || number > last) break
  }
  if (number <= last) onLine(number, () => Buffer.concat(parts))
}
