import { expect, test } from 'vitest'
import type { ToolRules } from './rules.js'
import { type Chosen, SmallerChoices } from './smaller-choices.js'

const RULES = { limits: { maxBytes: 1000 }, strict: false } as ToolRules
const made = (chosen: number) =>
  ({
    focused: { result: {}, choice: { cuts: [] } },
    pruning: { pruned: true, pruned_bytes: 3200, original_lines: 10, pruned_lines: 10 - chosen },
  }) as unknown as Chosen

/** The tokens that were asked for, when these numbers of items were chosen one after the other. */
async function askedFor(answers: readonly (Chosen | undefined)[]) {
  const asked: number[] = []
  const again = async (maxTokens: number) => answers[asked.push(maxTokens) - 1]
  const first = { ...made(8), again }
  const less = await new SmallerChoices(first, RULES).after(first, 2000)
  return { asked, less }
}

test('what holds no item is asked for again with a little more', async () => {
  const one = made(1)
  expect(await askedFor([made(0), one])).toEqual({ asked: [425, 712], less: one })
})

test('the first choice with an item is taken', async () => {
  const one = made(1)
  expect(await askedFor([one, made(2)])).toEqual({ asked: [425], less: one })
})

test('a question that can no longer be asked is not asked again', async () => {
  expect(await askedFor([undefined, made(1)])).toEqual({ asked: [425], less: undefined })
})
