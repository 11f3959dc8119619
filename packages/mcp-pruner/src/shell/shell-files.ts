// The files that a person names: as given, every text file below a folder, or those that a glob matches. Of many
// files only those with most of the question's words are pruned.
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { wordsOf } from '@jeeves/pruner'
import { counted } from '../process/figures.js'
import { walkFiles } from '../tools/search/walk-files.js'
import { isGlob, splitGlob } from './globs.js'
import { textIn } from './shell-sources.js'

export interface FoundFiles {
  readonly files: readonly string[]
  /** A message about it for the person. */
  readonly notes: readonly string[]
}

/** Of a folder with more files only a part is searched. */
const MOST_FILES = 20_000
const MOST_ASKED = 10
/** Share of the best file's score. */
const LEAST_SHARE = 0.5

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
      if (files.length === MOST_FILES) {
        return { problem: `more than ${MOST_FILES} files; name a smaller folder` }
      }
      files.push(join(folder, file))
    }
  } catch {
    return { problem: 'there is no such folder' }
  }
  if (files.length === 0) {
    return { problem: pattern ? 'no file matches' : 'no files in this folder' }
  }
  return bestOf(files, question, maxBytes)
}

function bestOf(files: readonly string[], question: string, maxBytes: number): FoundFiles {
  const asked = [...new Set(wordsOf(question))]
  const found = files.flatMap((file) => {
    const text = smallText(file, maxBytes)
    if (text === undefined) return []
    const words = new Set(wordsOf(`${file}\n${text}`))
    return [{ file, words: asked.filter((word) => words.has(word)) }]
  })
  const skipped = files.length - found.length
  const notes =
    skipped === 0 ? [] : [`${counted(skipped, 'file')} skipped: not UTF-8 text, or too large`]
  const holders = (word: string) => found.filter(({ words }) => words.includes(word)).length
  const worth = new Map(
    asked.map((word) => [word, Math.log(1 + found.length / (1 + holders(word)))]),
  )
  const scored = found
    .map(({ file, words }) => ({ file, score: words.reduce((s, w) => s + worth.get(w)!, 0) }))
    .sort((a, b) => b.score - a.score)
  const least = (scored[0]?.score ?? 0) * LEAST_SHARE
  const best = scored.filter(({ score }) => score > 0 && score >= least).slice(0, MOST_ASKED)
  if (best.length === 0 && found.length > 0) {
    notes.push(`none of the question's words found in ${counted(found.length, 'file')}`)
  } else if (best.length < found.length) {
    notes.push(`${best.length} of ${found.length} files asked: those with most of the words`)
  }
  return { files: best.map(({ file }) => relative('', file) || file), notes }
}

function smallText(file: string, maxBytes: number): string | undefined {
  try {
    return statSync(file).size > maxBytes ? undefined : textIn(readFileSync(file))
  } catch {
    return undefined
  }
}
