// Lists of words in the engine's sources, turned into stems while bundling: at run time they would cost a short
// `prune` a tenth of its processor time.
import { readFile } from 'node:fs/promises'

const COMPILED = new URL('../packages/core/pruner/dist/text/words.js', import.meta.url)
const { stemmed, stemSet, wordsOf } = await import(COMPILED)
const FUNCTIONS = { stemmed, stemSet, wordsOf }

/** A call with one string that has nothing to fill in. */
const CALLS =
  /(?<![\w.])(wordsOf|stemmed|stemSet)\(\s*(?:'((?:[^'\\\n])*)'|`((?:[^`\\$])*)`),?\s*\)/g

export const withStemmedLists = (source) =>
  source.replaceAll(CALLS, (_, name, quoted, ticked) => {
    const value = FUNCTIONS[name](quoted ?? ticked)
    if (typeof value === 'string') return JSON.stringify(value)
    const list = `${JSON.stringify([...value].join(' '))}.split(' ')`
    return name === 'stemSet' ? `new Set(${list})` : list
  })

export const stemmedLists = {
  name: 'stemmed-lists',
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/]core[\\/]pruner[\\/]src[\\/].*\.ts$/ }, async ({ path }) => ({
      contents: withStemmedLists(await readFile(path, 'utf8')),
      loader: 'ts',
    }))
  },
}
