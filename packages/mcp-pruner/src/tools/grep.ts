// grep: lines that match a pattern, from files and folders inside the root.

import { join, normalize, relative } from 'node:path'
import { type GrepAnswer, GrepArgumentsSchema, type GrepMatch } from '@jeeves/contracts'
import { signalOf } from '@jeeves/mcp-runtime'
import type * as z from 'zod'
import {
  type Call,
  describeFailure,
  type Failure,
  type Finished,
  type Produced,
  ToolFailure,
} from '../call/tool.js'
import { GREP } from './definitions.js'
import {
  type Opened,
  openAnyInside,
  openDirectoryInside,
  type Root,
  staysInRoot,
} from './files/confine.js'
import {
  failedAnswer,
  ownTool,
  type Presented,
  parseArguments,
  presenting,
  pruningOptions,
  unlessEmpty,
  withNotes,
} from './own-tool.js'
import { findEngine } from './search/find-engine.js'
import { MatchCollector } from './search/match-collector.js'
import { parseMatches, renderByFile, renderMatches } from './search/matches.js'
import type { Engine } from './search/search.js'
import { verifyLines } from './search/verify-lines.js'

type GrepArgs = z.output<typeof GrepArgumentsSchema>

interface GrepRaw {
  readonly matches: readonly GrepMatch[]
  readonly matchCount: number
  /** Found, but not among `matches`; at least so many when `isDense`. */
  readonly leftOut: number
  readonly isDense: boolean
  readonly truncated: boolean
  readonly warnings: readonly string[]
  readonly notes: readonly string[]
}

export function createGrepTool(root: Root, chooseEngine: () => Promise<Engine> = findEngine) {
  let engine: Promise<Engine> | undefined
  return ownTool(GREP, {
    parse: (input) =>
      parseArguments(GrepArgumentsSchema, input, ({ path, paths, cwd }) =>
        [
          { path: ['path'], value: path },
          { path: ['cwd'], value: cwd },
          ...(Array.isArray(paths) ? paths.slice(0, 100) : []).map((value, index) => ({
            path: ['paths', index],
            value: value as unknown,
          })),
        ]
          .filter(({ path: [at], value }) => {
            if (typeof value !== 'string' || staysInRoot(root, value)) return false
            return at === 'cwd' || typeof cwd !== 'string' || !staysInRoot(root, join(cwd, value))
          })
          .map((issue) => ({ path: issue.path, code: 'custom' })),
      ),
    timeLimitMs: (args) => args.timeout_ms,
    timeLimitHint: 'timeout_ms raises the limit',
    reads: (args) => ({ what: JSON.stringify({ ...args, context_focus_question: undefined }) }),
    run: async (args, call) => {
      engine ??= chooseEngine()
      return run(root, args, call, await engine)
    },
    shape: presenting(shape),
  })
}

async function run(
  root: Root,
  args: GrepArgs,
  { signal: cancelled, reserve }: Call,
  engine: Engine,
): Promise<Produced<GrepRaw>> {
  const signal = signalOf(cancelled)
  const maxBytes = args.max_output_bytes
  const found = new MatchCollector(args.max_matches, maxBytes)
  const search = {
    patterns: args.pattern.split(/\r?\n/).filter((pattern) => pattern !== ''),
    fixedString: args.fixed_string,
    caseSensitive: args.case_sensitive,
  }
  if (search.patterns.length === 0) {
    throw new ToolFailure({ code: 'rg_error', message: 'the pattern is empty', exit_code: 2 })
  }
  const failures: Failure[] = []
  for await (const target of openTargets(root, args)) {
    const name = relative(root.realRoot, target.realPath)
    const { failure } = await engine.search(search, { ...target, name }, found, signal)
    if (signal.aborted) throw new ToolFailure(STOPPED)
    if (failure) failures.push(failure)
  }
  const { matches: kept, leftOut } = found.finish()
  const [failure] = failures
  if (failure && kept.length === 0) throw new ToolFailure(failure)
  reserve?.(kept.reduce((bytes, { text }) => bytes + Buffer.byteLength(text), 0))
  const verified = await verifyLines(root, kept, signal)
  if (signal.aborted) throw new ToolFailure(STOPPED)
  const matches = verified.map(({ path, line, column, text }) => ({ path, line, column, text }))
  const cutLines = verified.filter(({ isCut }) => isCut).length
  const raw: GrepRaw = {
    matches,
    matchCount: matches.length,
    leftOut,
    isDense: found.isDense,
    truncated: leftOut > 0 || found.isDense || cutLines > 0 || found.unreadLines > 0,
    warnings: [
      ...failures.map((each) => `the search is incomplete: ${describeFailure(each)}`),
      ...countNote(kept.length - verified.length, CHANGED),
      ...countNote(found.unreadLines, 'in lines over 64 MB, not shown'),
    ],
    notes: countNote(cutLines, 'in long lines, cut around the match').map((note) => `[${note}]`),
  }
  return {
    raw,
    text: renderMatches(matches),
    requestOptions: pruningOptions(
      args,
      `${args.pattern} ${args.paths?.join(' ') ?? args.path ?? ''}`,
    ),
    apply: ({ text, keptLines }) => {
      const shown = keptLines
        ? keptLines.flatMap((line) => matches[line - 1] ?? [])
        : parseMatches(text, matches)
      return shown && { ...raw, matches: shown }
    },
  }
}

const CHANGED = 'left out: the file was changed, or swapped for a link, while it was searched'

const countNote = (count: number, what: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? 'match' : 'matches'} ${what}`]

/**
 * Opens one path after the other, so that a search of a hundred holds one of them open. Paths start at the
 * root; one that exists only in `cwd` is taken from there, because that is what its author meant, and
 * so is ".", which equals no path at all.
 */
async function* openTargets(root: Root, args: GrepArgs): AsyncGenerator<Opened> {
  const cwd = args.cwd ?? '.'
  const folder = await openDirectoryInside(root, cwd, 'invalid_path')
  try {
    const given = args.paths ?? (args.path === undefined ? ['.'] : [args.path])
    for (const path of given) {
      if (normalize(`${path}/`) === './') {
        yield folder
        continue
      }
      const target = await openAnyInside(root, path, 'invalid_path').catch((error: unknown) =>
        openAnyInside(root, join(cwd, path), 'invalid_path').catch(() => Promise.reject(error)),
      )
      try {
        yield target
      } finally {
        await target.close()
      }
    }
  } finally {
    await folder.close()
  }
}

/** Nobody reads it: the time limit has its own answer, and a cancelled call has none. */
const STOPPED: Failure = { code: 'timeout', message: 'the search was stopped' }

function shape(finished: Finished<GrepArgs, GrepRaw>): Presented<GrepAnswer> {
  const { args, raw, failure, pruning, notes, durationMs } = finished
  const warnings = [...finished.warnings, ...(raw?.warnings ?? [])]
  if (failure || !raw) {
    const shown = failure ?? { code: 'rg_error', message: 'the search failed' }
    return failedAnswer('grep', shown, { pruning, warnings })
  }
  return {
    structured: {
      tool: 'grep',
      pattern: args.pattern,
      paths: args.paths ?? [args.path ?? '.'],
      matches: [...raw.matches],
      match_count: raw.matchCount,
      truncated: raw.truncated,
      left_out: raw.leftOut > 0 ? raw.leftOut : undefined,
      duration_ms: durationMs,
      pruning,
      warnings: unlessEmpty(warnings),
    },
    text: withNotes(
      renderByFile(raw.matches),
      [
        ...(raw.matchCount === 0 ? ['[no matches]'] : []),
        ...leftOutNotes(raw),
        ...raw.notes,
        ...notes,
      ],
      warnings,
    ),
  }
}

function leftOutNotes({ matchCount, leftOut, isDense }: GrepRaw): string[] {
  if (!isDense && leftOut === 0) return []
  const all = isDense ? 'over 20,000' : `${matchCount + leftOut}`
  return [`[the first ${matchCount} of ${all} matches; narrow the pattern or path for the others]`]
}
