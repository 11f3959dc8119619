// Runs a bundled script with the code that V8 compiled for it in earlier runs. Most of a short run would be compiling,
// and Node's own cache exists only from 22.8 on and is written once, with what the first run happened to use.
import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'
import { processEnv } from '../settings/environment.js'
import { cacheFolder } from '../settings/folders.js'

export interface BundledScript {
  /** As in CommonJS. */
  readonly exports: unknown
  /** The file and what to write there; `undefined` if what is there will do. */
  readonly compiled: () => { readonly file: string; readonly bytes: Buffer } | undefined
}

type Wrapper = (module: { exports: unknown }, require: (id: string) => unknown, url: string) => void

/** Runs `NAME.cjs`, which is beside the module with this address. */
export function runScript(
  name: 'prune' | 'engine',
  url: string,
  require: (id: string) => unknown,
): BundledScript {
  const file = fileURLToPath(new URL(`./${name}.cjs`, url))
  const folder = join(cacheFolder(processEnv), 'compiled')
  const cache = join(folder, `${name}-${process.version}-${process.arch}.code`)
  // The bundler writes ASCII, and a hash in a comment at the beginning: V8 itself compares only the length.
  const source = readFileSync(file, 'latin1')
  const hash = source.slice(2, 2 + HASH_BYTES)
  const known = readCode(cache, hash)
  const script = new Script(source, {
    filename: file,
    ...(known && { cachedData: known.code }),
  })
  const module = { exports: {} }
  const wrapper: Wrapper = script.runInThisContext()
  wrapper(module, require, url)
  const isUsed = known !== undefined && script.cachedDataRejected === false
  const compiled = () => {
    if (isUsed && !known.isOld) return undefined
    const bytes = withHeader(hash, isUsed ? known.firstMs : Date.now(), script.createCachedData())
    return { file: cache, bytes }
  }
  return { exports: module.exports, compiled }
}

/** The script's hash, when the first of these caches was written, and a digest: V8 would run damaged code. */
const HASH_BYTES = 16
const DIGEST_AT = HASH_BYTES + 8
const HEADER_BYTES = DIGEST_AT + 32
const MINUTE_MS = 60_000

function withHeader(hash: string, firstMs: number, code: Buffer): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.write(hash, 'latin1')
  header.writeDoubleLE(firstMs, HASH_BYTES)
  header.set(digestOf(code), DIGEST_AT)
  return Buffer.concat([header, code])
}

const digestOf = (code: Buffer): Buffer => createHash('sha256').update(code).digest()

function readCode(file: string, hash: string) {
  const read = readOwnFile(file)
  if (!read || read.bytes.length <= HEADER_BYTES) return undefined
  const { bytes, writtenMs } = read
  if (bytes.toString('latin1', 0, HASH_BYTES) !== hash) return undefined
  const code = bytes.subarray(HEADER_BYTES)
  if (!digestOf(code).equals(bytes.subarray(DIGEST_AT, HEADER_BYTES))) return undefined
  const firstMs = bytes.readDoubleLE(HASH_BYTES)
  // Later runs compile functions that earlier ones did not use: written again after one, two, four minutes and so on.
  const isOld = Date.now() - writtenMs > writtenMs - firstMs + MINUTE_MS
  return { code, firstMs, isOld }
}

/** What another user could have written is not run. */
function readOwnFile(file: string): { bytes: Buffer; writtenMs: number } | undefined {
  try {
    const opened = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
    try {
      const { uid, mode, mtimeMs } = fstatSync(opened)
      if (process.getuid && (uid !== process.getuid() || (mode & 0o022) !== 0)) return undefined
      return { bytes: readFileSync(opened), writtenMs: mtimeMs }
    } finally {
      closeSync(opened)
    }
  } catch {
    return undefined
  }
}
