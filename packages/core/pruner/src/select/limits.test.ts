import { describe, expect, it } from 'vitest'
import { splitText } from '../text/lines.js'
import type { PruneRequest } from '../types.js'
import { isLeftAlone } from './left-alone.js'
import { limitsOf, minLinesKept, pays } from './limits.js'

const request = (more: Partial<PruneRequest> = {}): PruneRequest => ({
  text: 'a\nb\n',
  origin: 'explicit',
  goal: '',
  ...more,
})

describe('the least that is kept', () => {
  it.each<[Partial<PruneRequest>, number]>([
    [{}, 0],
    [{ mode: 'condense' }, 5],
    [{ maxPruneRatio: 0.9 }, 10],
    [{ maxPruneRatio: 0.7 }, 30],
    [{ maxPruneRatio: 0.95, minKeepLines: 12 }, 12],
    [{ maxPruneRatio: 0.5, minKeepLines: 12 }, 50],
    [{ maxPruneRatio: 0 }, 100],
  ])('%j: %i of 100 lines', (more, lines) => {
    expect(minLinesKept(request(more), 100)).toBe(lines)
  })

  it('is rounded up', () => {
    expect(minLinesKept(request({ maxPruneRatio: 0.9 }), 101)).toBe(11)
  })
})

describe('the bound of an answer', () => {
  const boundOf = (more: Partial<PruneRequest>, isAboutAll?: boolean) =>
    limitsOf(request(more), splitText('x'.repeat(1000)), isAboutAll).bound

  it('leaves room for the closing line, and a little more', () => {
    expect(boundOf({})).toEqual({ unit: 'tokens', limit: (6000 - 34) * 0.94 })
    expect(boundOf({ maxTokens: 134 })).toEqual({ unit: 'tokens', limit: 94 })
    expect(boundOf({ maxTokens: 10 })).toEqual({ unit: 'tokens', limit: 0.94 })
  })

  it('is what a budget says', () => {
    expect(boundOf({ budget: { tokens: 77 } })).toEqual({ unit: 'tokens', limit: 77 })
    expect(boundOf({ budget: { share: 0.2 } })).toEqual({ unit: 'characters', limit: 200 })
  })

  it('is smaller for an overview, and endless for a condensed text', () => {
    expect(boundOf({}, true)).toEqual({ unit: 'tokens', limit: (3000 - 34) * 0.94 })
    expect(boundOf({ maxTokens: 134 }, true)).toEqual({ unit: 'tokens', limit: 94 })
    expect(boundOf({ mode: 'condense' }).limit).toBe(Number.POSITIVE_INFINITY)
  })

  it('is filled for a budget and an overview alone', () => {
    const isFilled = (more: Partial<PruneRequest>, isAboutAll?: boolean) =>
      limitsOf(request(more), splitText('x'), isAboutAll).isFilled
    expect(isFilled({})).toBe(false)
    expect(isFilled({ budget: { tokens: 5 } })).toBe(true)
    expect(isFilled({}, true)).toBe(true)
  })

  it('keeps outlines and whole fences of a condensed text', () => {
    const limits = (more: Partial<PruneRequest>) => limitsOf(request(more), splitText('x'))
    expect(limits({})).toMatchObject({ floor: 4, wholeFences: false })
    expect(limits({ mode: 'condense' })).toMatchObject({ floor: 1, wholeFences: true })
    expect(limits({ mode: 'condense', budget: { tokens: 5 } })).toMatchObject({
      floor: 4,
      wholeFences: true,
    })
  })
})

describe('whether a cut pays', () => {
  const tokens = (tokensBefore: number, tokensAfter: number) => ({ tokensBefore, tokensAfter })

  it('by its cost and the closing line', () => {
    expect(pays(request(), tokens(1000, 100), 965)).toBe(true)
    expect(pays(request(), tokens(1000, 100), 966)).toBe(false)
  })

  it('always for a text over the bound, or with a budget', () => {
    expect(pays(request(), tokens(6001, 6000), 9000)).toBe(true)
    expect(pays(request(), tokens(6000, 5999), 9000)).toBe(false)
    expect(pays(request({ budget: { tokens: 1 } }), tokens(10, 10), 9000)).toBe(true)
  })

  it('for a condensed text from a tenth on', () => {
    const condensed = request({ mode: 'condense' })
    expect(pays(condensed, tokens(1000, 900), 9000)).toBe(true)
    expect(pays(condensed, tokens(1000, 901), 0)).toBe(false)
  })
})

describe('a text that is left alone', () => {
  const alone = (text: string, more: Partial<PruneRequest> = {}) =>
    isLeftAlone({ ...request(more), text })

  it('is shorter than 400 characters, and than its bound', () => {
    expect(alone('x'.repeat(399))).toBe(true)
    expect(alone('x'.repeat(400))).toBe(false)
    expect(alone('x'.repeat(100), { maxTokens: 100 })).toBe(false)
    expect(alone('x'.repeat(99), { maxTokens: 100 })).toBe(true)
    expect(alone('x', { budget: { tokens: 1 } })).toBe(false)
  })

  it('has fewer than 1,500 characters or 40 lines when it is condensed', () => {
    const condense = { mode: 'condense' } as const
    expect(alone('x'.repeat(1499), condense)).toBe(true)
    expect(alone(`${'x'.repeat(100)}\n`.repeat(39), condense)).toBe(true)
    expect(alone(`${'x'.repeat(100)}\n`.repeat(40), condense)).toBe(false)
    expect(alone('x'.repeat(8000), condense)).toBe(false)
  })
})
