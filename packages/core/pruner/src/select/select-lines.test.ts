// The choice of lines, asked with numbers: what stays at a price, within a bound, and above a minimum.
import { describe, expect, it } from 'vitest'
import { DeadlineExceeded } from '../deadline.js'
import { Kind } from '../text/line-kinds.js'
import { addBest } from './add-best.js'
import { cheapest } from './cheapest.js'
import { expectedCost } from './expected-cost.js'
import { explain } from './explain.js'
import { isEmpty, lossesOf } from './line-costs.js'
import { sampleEvidence } from './sample-evidence.js'
import { type SelectionInput, selectLines } from './select.js'
import {
  flatStructure,
  linesOf,
  noDeadline,
  passedDeadline,
  selectionOf,
} from './selection.case.js'
import { keepSignatures } from './signatures-in-cuts.js'

const MUST_STAY = 2 ** 40
const chosen = (chances: readonly number[], more: Partial<SelectionInput> = {}) =>
  linesOf(selectLines(selectionOf(chances, more)).kept)
const levelsOf = (...levels: number[]) => ({
  levels: Uint8Array.from(levels),
  repeats: new Int32Array(levels.length),
})

describe('the cost of cutting a line', () => {
  const lossOf = (more: Partial<SelectionInput>, chance = 0.01) =>
    lossesOf(selectionOf([chance, 0], more))[0]!

  it('is its probability times the cost of a miss, which is paid once', () => {
    expect([...lossesOf(selectionOf([0.5, 0.25]))]).toEqual([50, 25])
    expect([...lossesOf(selectionOf([0.5, 0.5]))]).toEqual([50, 50])
    expect([...lossesOf(selectionOf([1, 1, 1, 1]))]).toEqual([25, 25, 25, 25])
  })

  it('is more next to evidence, and at the ends of an output', () => {
    expect(lossOf({ protection: levelsOf(3, 0) })).toBeCloseTo(20, 4)
    expect(lossOf({ protection: levelsOf(3, 0), isImplicit: true })).toBeCloseTo(5, 4)
    expect(lossOf({ protection: levelsOf(2, 0) })).toBeCloseTo(8, 4)
    expect(lossOf({ protection: levelsOf(1, 0) })).toBeCloseTo(1, 4)
    expect(lossOf({ protection: levelsOf(3, 0) }, 0.6)).toBeCloseTo(60, 4)
    expect(lossOf({ protection: levelsOf(2, 0) }, 0.6)).toBeCloseTo(60, 4)
  })

  it('is less for a bracket or a blank line, and least outside code', () => {
    const bracket = flatStructure(2)
    bracket.kinds[0] = Kind.Closer
    expect(lossOf({ structure: bracket }, 1)).toBeCloseTo(15, 4)
    expect(lossOf({ structure: bracket, family: 'code' }, 1)).toBeCloseTo(70, 4)
  })

  it('is beyond any price from the floor on and for what is named, and nothing for repeats', () => {
    expect(lossOf({ protection: levelsOf(4, 0) })).toBe(MUST_STAY)
    expect(lossOf({ protection: levelsOf(5, 0) })).toBe(MUST_STAY)
    expect(lossOf({ protection: levelsOf(4, 0), floor: 5 })).toBeCloseTo(1, 4)
    expect(lossOf({ certain: Uint8Array.of(1, 0) })).toBe(MUST_STAY)
    const repeats = Int32Array.of(1, 0)
    const protection = { levels: Uint8Array.of(4, 0), repeats }
    expect(lossOf({ protection, certain: Uint8Array.of(1, 0) })).toBe(0)
  })

  it('knows blank lines and lines of one bracket', () => {
    const structure = flatStructure(4)
    structure.indents[0] = -1
    structure.kinds[1] = Kind.Closer
    structure.kinds[2] = Kind.Opener
    expect([0, 1, 2, 3].map((line) => isEmpty(structure, line))).toEqual([true, true, true, false])
  })
})

describe('the choice', () => {
  it('keeps what costs more to miss than to show', () => {
    expect(chosen([0.3, 0, 0, 0, 0])).toEqual([0])
    expect(chosen([0.05, 0, 0, 0, 0])).toEqual([])
    expect(chosen([0, 0, 0, 0.3, 0, 0, 0])).toEqual([3])
  })

  it('fills a bound of tokens, two marks counted with each line by itself', () => {
    const fill = (limit: number) =>
      chosen([0.5, 0.5, 0.5, 0.5, 0.5, 0.5], { bound: { unit: 'tokens', limit }, isFilled: true })
    // A mark for all lines is 3.5 tokens; each line is 10, and 7 for the marks around it.
    expect(fill(20.4)).toEqual([])
    expect(fill(20.5)).toEqual([0])
    expect(fill(37.4)).toEqual([0])
    expect(fill(37.5)).toEqual([0, 1])
    expect(fill(60)).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('fills a bound of characters with the best lines and counts no marks', () => {
    const fill = (limit: number, chances: readonly number[]) =>
      chosen(chances, { bound: { unit: 'characters', limit }, isFilled: true })
    expect(fill(60, [0.1, 0.5, 0.1, 0.4, 0.1, 0.3])).toEqual([1, 3, 5])
    // A line at the end leaves one cut less.
    expect(fill(59, [0.1, 0.5, 0.1, 0.4, 0.1, 0.3])).toEqual([1, 5])
    expect(fill(40, [0.1, 0.5, 0.1, 0.4, 0.1, 0.1])).toEqual([1, 3])
    expect(fill(60, [0.2, 0.2, 0.2, 0.2, 0.2])).toEqual([0, 1, 2])
    expect(fill(1000, [0.2, 0.2, 0.2])).toEqual([0, 1, 2])
  })

  it('gives a share to an implicit question by probability alone, except what may not be cut', () => {
    const share = (more: Partial<SelectionInput>) =>
      chosen([0.1, 0.5, 0.1, 0.4], {
        bound: { unit: 'characters', limit: 40 },
        isFilled: true,
        isImplicit: true,
        ...more,
      })
    expect(share({ protection: levelsOf(4, 0, 0, 0) })).toEqual([1, 3])
    expect(share({ certain: Uint8Array.of(1, 0, 1, 0) })).toEqual([1, 3])
    expect(share({ protection: levelsOf(5, 0, 0, 0) })).toEqual([0, 1])
    expect(share({ protection: levelsOf(4, 0, 0, 0), isImplicit: false })).toEqual([0, 1])
  })

  it('keeps the minimum, the likeliest first and then those without support', () => {
    const least = (minKept: number, chances: readonly number[]) => chosen(chances, { minKept })
    expect(least(1, [0, 0, 0.01, 0, 0])).toEqual([2])
    expect(least(2, [0, 0, 0.01, 0, 0.02])).toEqual([2, 4])
    expect(least(3, [0, 0, 0.01, 0, 0])).toHaveLength(3)
    expect(least(3, [0, 0, 0, 0, 0])).toEqual([0, 1, 2])
    expect(least(5, [0, 0, 0.01, 0, 0])).toEqual([0, 1, 2, 3, 4])
    expect(least(0, [0, 0, 0.01, 0, 0])).toEqual([])
  })

  it('keeps a fence whole where that is asked for', () => {
    const structure = flatStructure(9)
    structure.kinds.fill(Kind.Fence, 3, 6)
    const chances = [0, 0, 0, 0, 0.5, 0, 0, 0, 0]
    expect(chosen(chances, { structure, wholeFences: true })).toEqual([3, 4, 5])
    expect(chosen(chances, { structure })).toEqual([4])
  })
})

describe('lines are added', () => {
  const added = (losses: readonly number[], tokens: readonly number[], most: number) => {
    const kept = new Uint8Array(losses.length)
    let left = most
    const order: number[] = []
    addBest(
      {
        structure: flatStructure(losses.length),
        losses: Float32Array.from(losses),
        tokens: Float32Array.from(tokens),
        mark: 5,
        deadline: noDeadline,
      },
      kept,
      new Uint8Array(losses.length).fill(1),
      (line) => {
        order.push(line)
        return left-- > 0
      },
    )
    return { order: order.slice(0, most), kept: linesOf(kept) }
  }

  it('by value for their tokens, equal ones in reading order', () => {
    expect(added([1, 8, 4, 2], [1, 1, 1, 1], 4).order).toEqual([1, 2, 3, 0])
    expect(added([8, 8, 8], [7, 1, 3], 3).order).toEqual([1, 2, 0])
    expect(added([9.5, 10, 9.2], [0, 0, 0], 3).order).toEqual([0, 1, 2])
    expect(added([8.9, 10, 9], [0, 0, 0], 3).order).toEqual([1, 2, 0])
  })

  it('down to those without any value, and only those taken', () => {
    expect(added([0, 5, 0], [1, 1, 1], 3)).toEqual({ order: [1, 0, 2], kept: [0, 1, 2] })
    expect(added([0, 5, 0], [1, 1, 1], 1).kept).toEqual([1])
  })
})

describe('evidence beyond the bound', () => {
  const losses = Float32Array.of(MUST_STAY, 1, MUST_STAY, MUST_STAY, MUST_STAY, MUST_STAY)
  const input = selectionOf([0, 0, 0, 0, 0, 0], {
    protection: levelsOf(4, 0, 4, 4, 0, 5),
    certain: Uint8Array.of(0, 0, 0, 0, 1, 0),
  })
  const steps = (more: Partial<SelectionInput> = {}) =>
    Array.from(sampleEvidence({ ...input, ...more }, losses), (each) =>
      Array.from(each, (loss) => (loss === MUST_STAY ? 'stays' : loss)),
    )

  it('keeps first and last of a kind, then the first, then by value; what is named goes last', () => {
    expect(steps()).toEqual([
      ['stays', 1, 0, 'stays', 'stays', 'stays'],
      ['stays', 1, 10_000, 10_000, 'stays', 'stays'],
      [20_000, 1, 10_000, 10_000, 'stays', 'stays'],
      [20_000, 1, 10_000, 10_000, 10_000, 'stays'],
    ])
    expect(steps({ fillsWithEvidence: true })[0]).toEqual([
      'stays',
      1,
      10_000,
      'stays',
      'stays',
      'stays',
    ])
  })

  it('is worth more than the likeliest line', () => {
    const dear = Float32Array.from(losses, (loss) => (loss === 1 ? 30_000 : loss))
    const [, , third] = sampleEvidence(input, dear)
    expect([...third!.subarray(0, 4)]).toEqual([60_000, 30_000, 30_000, 30_000])
  })

  it('without any there is nothing to try', () => {
    expect([...sampleEvidence(selectionOf([0, 0]), Float32Array.of(1, 2))]).toEqual([])
  })
})

it.each<[string, (input: SelectionInput, kept: Uint8Array) => unknown]>([
  ['the losses', (input) => lossesOf(input)],
  ['the exact pass', (input) => cheapest({ ...input, losses: input.chances, mark: 5 })],
  [
    'the added lines',
    (input, kept) => addBest({ ...input, losses: input.chances, mark: 5 }, kept, kept, () => true),
  ],
  ['the expected cost', (input, kept) => expectedCost(kept, input, { weight: 1, power: 1 })],
  ['the signatures', (input, kept) => keepSignatures(kept, { ...input, missChance: 1, room: 9 })],
  ['the reasons', (input, kept) => explain(input, input.chances, kept)],
  [
    'the kinds of evidence',
    (input) => [...sampleEvidence(input, new Float32Array(10_000).fill(MUST_STAY))],
  ],
])('%s end at a deadline', (_, work) => {
  const input = selectionOf(
    Array.from({ length: 10_000 }, () => 0.5),
    { deadline: passedDeadline },
  )
  expect(() => work(input, new Uint8Array(10_000))).toThrow(DeadlineExceeded)
})
