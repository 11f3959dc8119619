// *Which classes inherit from Foo?*: types by what they are derived from.
import { type Answer, type Asking, ascending, lineOf, setOf } from './answer.js'
import { type CodePart, namesIn } from './code-parts.js'
import { escaped } from './uses-answer.js'

const DERIVED =
  /\b(?:inherit|extend|subclass|deriv|descend|implement|conform)(?:e?[ds]|ing|es)?\b|\bsub(?:class|type)(?:es|s)?\b/i

export const isForDerived = (question: string): boolean => DERIVED.test(question)

/** The types whose heads refer to the one that is named, which the text may not contain. */
export function typesFrom(asking: Asking, parts: readonly CodePart[]): Answer | undefined {
  const { question, structure, split } = asking
  const isFrom = (name: string) => {
    const isNamed = new RegExp(`(?<![\\w$])${escaped(name)}(?![\\w$])`)
    return parts.filter(({ isContainer, name: own, line, aliases }) => {
      if (!isContainer || (own === name && aliases === undefined)) return false
      const head = Array.from({ length: structure.headEnds[line]! - line + 1 }, (_, i) =>
        lineOf(split, line + i),
      )
      return isNamed.test(head.join(' ').replace(own, ''))
    })
  }
  // Not `class` or `public`, which begin the heads.
  const names = [...question.quoted, ...question.tokens.slice(1)]
    .flatMap(namesIn)
    .filter((name) => /[A-Z_]/.test(name))
  const found = names.map(isFrom).find((types) => types.length > 0)
  return found && setOf(ascending(found.map(({ line }) => line)), 'types')
}
