// The files below a folder, or those that a glob matches. Of many, only those that the question is about are pruned.
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { counted } from '../process/figures.js'
import { walkFiles } from '../tools/search/walk-files.js'
import { isGlob, splitGlob } from './globs.js'
import { type RankedFiles, rankFiles } from './rank-files.js'
import { textIn } from './shell-sources.js'

export interface FoundFiles {
  readonly files: readonly string[]
  /** A message about it for the person. */
  readonly notes: readonly string[]
}

/** Of a folder with more files only a part is searched. */
const MAX_FILES = 20_000

/** For a folder, or the matches of a quoted glob. */
export async function findFiles(
  name: string,
  question: string,
  maxBytes: number,
): Promise<FoundFiles | { readonly problem: string }> {
  const [folder, pattern] = isGlob(name) ? splitGlob(name) : [name, undefined]
  const files: string[] = []
  try {
    const stop = new AbortController()
    const target = { path: folder, realPath: realpathSync(folder), isDirectory: true, name: folder }
    for await (const below of walkFiles(target, stop.signal)) {
      const file = below.toString('utf8')
      if (pattern !== undefined && !pattern.test(file)) continue
      if (files.length === MAX_FILES) {
        return { problem: `more than ${MAX_FILES} files; name a smaller folder` }
      }
      files.push(join(folder, file))
    }
  } catch {
    return { problem: 'no such folder' }
  }
  if (files.length === 0) {
    return { problem: pattern ? 'no file matches' : 'no files in this folder' }
  }
  return bestOf(files, question, maxBytes)
}

function bestOf(files: readonly string[], question: string, maxBytes: number): FoundFiles {
  const names = files.map((file) => relative('', file) || file)
  const ranked = rankFiles(names, question, (file) => smallText(file, maxBytes))
  const { best, next, others, unread } = ranked
  const notes: string[] = []
  if (unread > 0) notes.push(`${counted(unread, 'file')} skipped: not UTF-8 text, or too large`)
  if (best.length === 0 && others > 0) {
    notes.push(`none of the question's words found in ${counted(others, 'file')}`)
  } else if (next.length + others > 0) notes.push(shownText(ranked))
  return { files: best, notes }
}

const MAX_NAMED = 3

/** The next files are named, so that they can be asked in turn. */
function shownText({ best, next, others }: RankedFiles): string {
  const all = best.length + next.length + others
  const matches = best.length === 1 ? 'match' : 'matches'
  const named = next.slice(0, MAX_NAMED).join(', ')
  const unnamed = next.length - MAX_NAMED
  return [
    `${best.length} of ${counted(all, 'file')} shown, the best ${matches}`,
    ...(named === '' ? [] : [`next: ${named}${unnamed > 0 ? ` and ${unnamed} more` : ''}`]),
    ...(others > 0 ? [`${others} ${others === 1 ? 'has' : 'have'} few of the words`] : []),
  ].join('; ')
}

function smallText(file: string, maxBytes: number): string | undefined {
  try {
    return statSync(file).size > maxBytes ? undefined : textIn(readFileSync(file))
  } catch {
    return undefined
  }
}
