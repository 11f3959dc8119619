// The targets of a Makefile, each with its recipe.
import { type Answer, type Asking, lineOf, linesWhere, partOf, solidLines } from './answer.js'

/** Not `.PHONY:` and not `NAME := value`. */
const TARGET = /^(?!\.[A-Z])[\w./%$(){}-][^\n:=#]*::?(?![=:])/
const MIN_TARGETS = 2
/** Conditions around lines of a recipe are not indented. */
const CONDITION = /^(?:\t|(?:ifeq|ifneq|ifdef|ifndef|else|endif)\b)/

/** All targets, if some have recipes, which only Makefiles indent with a tab. */
export function targetsIn(asking: Asking): number[] {
  const targets = linesWhere(asking, (line) => TARGET.test(line))
  const withRecipe = targets.filter((line) => recipeEnd(asking, line) > line)
  return withRecipe.length < MIN_TARGETS ? [] : targets
}

/** The last line of a target's recipe; the target's own line if it has none. */
export function recipeEnd({ split }: Asking, target: number): number {
  let end = target
  while (end + 1 < split.count && CONDITION.test(lineOf(split, end + 1))) end++
  return end
}

/** `What does make deploy do?`: the target and its recipe. */
export function targetNamed(asking: Asking): Answer | undefined {
  const name = /\bmake\s+([\w./-]*\w)/.exec(asking.question.text)?.[1]
  if (name === undefined) return undefined
  const isNamed = (line: number) =>
    lineOf(asking.split, line).split(/:/)[0]!.split(/\s+/).includes(name)
  const target = targetsIn(asking).find(isNamed)
  if (target === undefined) return undefined
  return partOf(solidLines(asking.structure, target, recipeEnd(asking, target)))
}
