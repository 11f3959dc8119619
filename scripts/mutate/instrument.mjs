// A copy of the working tree whose sources hold all mutants at once, each behind its number: one build serves them
// all, and the sources that somebody is working on stay as they are.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** Ignored by git, and part of what tests run with. */
const BUILT = ['node_modules', 'dist', 'build']

export function copyTree(root, copy) {
  rmSync(copy, { recursive: true, force: true })
  const listed = git(root, ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  const folders = new Set()
  for (const name of listed.split('\0').filter(Boolean)) {
    cpSync(join(root, name), join(copy, name), { verbatimSymlinks: true, force: true })
    for (let at = dirname(name); !folders.has(at); at = dirname(at)) folders.add(at)
  }
  for (const folder of folders)
    for (const name of BUILT) {
      // Hard links: copying the packages takes longer than the build.
      const options = name === 'node_modules' ? '-al' : '-a'
      if (folder === '.' && name === 'build') continue
      spawnSync('cp', [options, join(root, folder, name), join(copy, folder, '')])
    }
}

/** Writes the mutants, each with its number, into the files of the copy. */
export function instrument(root, copy, mutants) {
  mkdirSync(join(copy, 'build'), { recursive: true })
  const hit = join(copy, 'scripts/mutate/hit.mjs')
  writeFileSync(hit, `const COPY = ${JSON.stringify(copy)}\n${readFileSync(hit, 'utf8')}`)
  for (const file of new Set(mutants.map((mutant) => mutant.file))) {
    const own = mutants.filter((mutant) => mutant.file === file)
    const path = join(copy, relative(root, file))
    const from = relative(dirname(path), hit).replace(/^(?!\.)/, './')
    const text = withMutants(readFileSync(path, 'utf8'), own)
    writeFileSync(path, `import { isOn as __isOn } from '${from}';${text}`)
  }
}

function withMutants(source, mutants) {
  const inserted = mutants.flatMap((mutant) => {
    const { id, start, end, text, statement } = mutant
    // Without a semicolon before it, a parenthesis at a statement's start would call what the line before ends with.
    const opening = mutant.opensStatement ? 'undefined, ' : ''
    // In braces, so that an `else` after it stays with the `if` before it.
    const [before, after] = statement
      ? [text ? `{if (__isOn(${id})) {${text}} else ` : `{if (!__isOn(${id})) `, '}']
      : [`${opening}(__isOn(${id}) ? (${text}) : (`, '))']
    // A statement is around its expression, which has the same ends.
    const size = end - start + (statement ? 0.5 : 0)
    return [
      { at: start, order: -size, text: before },
      { at: end, order: size, text: after, isEnd: true },
    ]
  })
  // At one place ends come before beginnings; of two beginnings the outer comes first, of two ends the inner.
  inserted.sort((a, b) => a.at - b.at || Number(!a.isEnd) - Number(!b.isEnd) || a.order - b.order)
  let [result, last] = ['', 0]
  for (const { at, text } of inserted) {
    result += source.slice(last, at) + text
    last = at
  }
  return result + source.slice(last)
}

function git(cwd, args) {
  return spawnSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 1 << 28 }).stdout
}
