// Runs ripgrep and parses its stream of JSON events. It searches with all its threads and reports files in any
// order; only where matches are dense is it told to go in order, because then the first ones come at once.
import type { MatchCollector } from './match-collector.js'
import { runSearch } from './run-search.js'
import {
  columnAt,
  type Engine,
  pathFromRoot,
  type Search,
  type Target,
  withoutEnding,
} from './search.js'

type Text = { readonly text: string } | { readonly bytes: string }

interface RgEvent {
  readonly data: {
    readonly path: Text
    readonly lines: Text
    readonly line_number: number
    readonly submatches: readonly { readonly start: number }[]
  }
}

export const createRgEngine = (command: string): Engine => ({
  name: 'rg',
  async search(search, target, matches, signal) {
    const before = matches.beginTarget()
    const done = await run(command, search, target, matches, signal, () => matches.tooMany)
    if (!done.wasStopped || signal.aborted) return done.outcome
    matches.isDense = true
    matches.goBackTo(before)
    const first = await run(
      command,
      search,
      target,
      matches,
      signal,
      () => matches.isFull,
      IN_ORDER,
    )
    return first.outcome
  },
})

const IN_ORDER = ['--sort', 'path']

function run(
  command: string,
  { patterns, fixedString, caseSensitive }: Search,
  target: Target,
  matches: MatchCollector,
  signal: AbortSignal,
  isEnough: () => boolean,
  options: readonly string[] = [],
): ReturnType<typeof runSearch> {
  const args = [
    '--json',
    '--no-config',
    ...options,
    ...(fixedString ? ['-F'] : []),
    ...(caseSensitive ? [] : ['-i']),
    ...patterns.flatMap((pattern) => ['-e', pattern]),
    '--',
    target.isDirectory ? '.' : target.path,
  ]
  const onLine = readEvents(target, matches)
  return runSearch({ command, args, target, matches, signal, onLine, isEnough })
}

/** The events of one file come together, starting with its name. */
function readEvents(target: Target, matches: MatchCollector): (line: string) => void {
  let file: Buffer = Buffer.alloc(0)
  let verdict: 'take' | 'count' | 'skip' = 'skip'
  return (line) => {
    if (line.startsWith('{"type":"begin"')) {
      const { data } = JSON.parse(line) as RgEvent
      file = pathFromRoot(target, bytesOf(data.path))
      verdict = matches.judge(file)
    } else if (line.startsWith('{"type":"match"')) {
      if (verdict === 'count') matches.count()
      if (verdict !== 'take') return
      const { data } = JSON.parse(line) as RgEvent
      const bytes = withoutEnding(bytesOf(data.lines))
      const start = data.submatches[0]?.start
      matches.add({
        file,
        line: data.line_number,
        column: start === undefined ? null : columnAt(bytes, start),
        bytes,
        ...(start !== undefined && { start }),
      })
    }
  }
}

const bytesOf = (text: Text): Buffer =>
  'text' in text ? Buffer.from(text.text) : Buffer.from(text.bytes, 'base64')
