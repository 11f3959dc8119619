// The system's grep, for machines without ripgrep. It is given the files that ripgrep would search, in order, a
// few hundred at a time; files with a byte order mark are converted to plain UTF-8.
import { isUtf8 } from 'node:buffer'
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { MatchCollector } from './match-collector.js'
import { columnOfLiteral, posixPattern } from './posix-pattern.js'
import { runSearch } from './run-search.js'
import {
  type Engine,
  pathFromRoot,
  type Search,
  type SearchOutcome,
  type Target,
  withoutEnding,
} from './search.js'
import { decodeFile, sniffEncoding } from './text-encoding.js'
import { walkFiles } from './walk-files.js'

const FILES_AT_ONCE = 200
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

export const createSystemGrepEngine = (command = '/usr/bin/grep'): Engine => ({
  name: 'grep',
  async search(search, target, matches, signal) {
    matches.beginTarget()
    const failures: SearchOutcome[] = []
    const running: Running = { command, search, target, matches, signal }
    const grep = async (files: readonly Buffer[]) => {
      const outcome = await grepFiles(running, files)
      if (outcome.failure) failures.push(outcome)
      // They come in order, so those that are kept are known.
      if (matches.tooMany) matches.isDense = true
    }
    if (!target.isDirectory) await grep([Buffer.from(target.path)])
    else {
      let chunk: Buffer[] = []
      for await (const file of walkFiles(target, signal)) {
        chunk.push(file)
        if (chunk.length < FILES_AT_ONCE) continue
        await grep(chunk)
        chunk = []
        if (matches.isDense || failures.length > 0 || signal.aborted) break
      }
      if (chunk.length > 0 && !matches.isDense && !signal.aborted) await grep(chunk)
    }
    return failures[0] ?? {}
  },
})

interface Running {
  readonly command: string
  readonly search: Search
  readonly target: Target
  readonly matches: MatchCollector
  readonly signal: AbortSignal
}

async function grepFiles(running: Running, files: readonly Buffer[]): Promise<SearchOutcome> {
  const plain: Buffer[] = []
  for (const file of files) {
    const text = await textOf(running.target, file, !isUtf8(file))
    if (text === 'plain') plain.push(file)
    else if (text !== 'binary') {
      const outcome = await run(running, [Buffer.from('-')], { file, text })
      if (outcome.failure) return outcome
    }
  }
  return plain.length === 0 ? {} : run(running, plain)
}

/** `decoded`: through stdin as UTF-8 in any case, because its name cannot be an argument. */
async function textOf(
  target: Target,
  file: Buffer,
  decoded: boolean,
): Promise<'plain' | 'binary' | Buffer> {
  const path = target.isDirectory ? Buffer.concat([Buffer.from(`${target.path}/`), file]) : file
  const handle = await open(path, FLAGS).catch(() => undefined)
  if (handle === undefined) return 'plain' // grep says why it cannot be read
  try {
    if (!(await handle.stat()).isFile()) return 'binary'
    const encoding = await sniffEncoding(handle)
    if (encoding === undefined) return target.isDirectory ? 'binary' : 'plain'
    if (encoding === 'utf-8' && !decoded) return 'plain'
    return (await decodeFile(handle, encoding)) ?? 'binary'
  } catch {
    return 'plain'
  } finally {
    await handle.close()
  }
}

async function run(
  { command, search, target, matches, signal }: Running,
  files: readonly Buffer[],
  stdin?: { readonly file: Buffer; readonly text: Buffer },
): Promise<SearchOutcome> {
  const { patterns, fixedString, caseSensitive } = search
  const args = [
    '-nHa',
    '--null',
    '--devices=skip',
    '--directories=skip',
    fixedString ? '-F' : '-E',
    ...(caseSensitive ? [] : ['-i']),
    ...patterns.flatMap((pattern) => ['-e', fixedString ? pattern : posixPattern(pattern)]),
    '--',
    ...files.map((file) => file.toString('utf8')),
  ]
  const { outcome } = await runSearch({
    command,
    args,
    target,
    matches,
    signal,
    onLine: readLines(search, target, matches, stdin?.file),
    isEnough: () => matches.tooMany,
    env: { LC_ALL: UTF8_LOCALE, GREP_OPTIONS: '' },
    encoding: 'latin1',
    stdin: stdin?.text,
  })
  return outcome
}

/** `from`: the file that its input is taken from. */
function readLines(
  { patterns, fixedString, caseSensitive }: Search,
  target: Target,
  matches: MatchCollector,
  from: Buffer | undefined,
): (line: string) => void {
  let nameStart = ''
  return (line) => {
    // A line without a NUL is the start of a name with a line break.
    if (!line.includes('\0')) nameStart += `${line}\n`
    const found = parseLine(nameStart + line)
    if (!found) return
    nameStart = ''
    const file = pathFromRoot(target, from ?? found.file)
    const verdict = matches.judge(file)
    if (verdict === 'count') matches.count()
    if (verdict !== 'take') return
    const bytes = withoutEnding(found.bytes)
    const literal = fixedString ? columnOfLiteral(bytes, patterns, caseSensitive) : undefined
    matches.add({
      file,
      line: found.line,
      column: literal?.column ?? null,
      bytes,
      ...(literal && { start: literal.start }),
    })
  }
}

const UTF8_LOCALE = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'

/** `path NUL line : text` */
function parseLine(line: string) {
  const nul = line.indexOf('\0')
  const colon = line.indexOf(':', nul)
  const number = Number(line.slice(nul + 1, colon))
  if (nul === -1 || colon === -1 || !Number.isSafeInteger(number)) return undefined
  return {
    file: Buffer.from(line.slice(0, nul), 'latin1'),
    line: number,
    bytes: Buffer.from(line.slice(colon + 1), 'latin1'),
  }
}
