import { expect, test } from 'vitest'
import { costOfRequest, pricesOf, tokenPrices } from './price-table.js'
import { PUBLISHED_PRICES } from './published-prices.js'

const costOf = (model: string, inputTokens: number, cachedInputTokens = 0) => {
  const { prices } = pricesOf(PUBLISHED_PRICES, model, 'codex') ?? {}
  if (!prices) throw new Error(model)
  const usage = { inputTokens, cachedInputTokens, cacheWriteTokens: 0, outputTokens: 1000 }
  return costOfRequest(usage, tokenPrices(prices, inputTokens))
}

// More than 272,000 tokens of input are charged twice, and the output half as much again.
test('a long request of GPT-5.4 and later costs more', () => {
  expect(costOf('gpt-5.4', 272_000)).toBeCloseTo(272_000 * 2.5e-6 + 0.015, 9)
  expect(costOf('gpt-5.4', 272_001)).toBeCloseTo(272_001 * 5e-6 + 0.0225, 9)
  expect(costOf('gpt-5.5', 300_000, 200_000)).toBeCloseTo(1 + 0.2 + 0.045, 9)
  expect(costOf('gpt-6.1-sol', 300_000, 200_000)).toBeCloseTo(0.4 + 0.04 + 0.015, 9)
  expect(costOf('gpt-5.4-mini', 300_000)).toBeCloseTo(0.225 + 0.0045, 9)
})

test('a model is found by the longest name that its own begins with', () => {
  expect(pricesOf(PUBLISHED_PRICES, 'gpt-6.1-sol-2026-09-29', 'codex')?.prices.input).toBe(2)
  expect(pricesOf(PUBLISHED_PRICES, 'gpt-5.6-luna', 'codex')?.prices.input).toBe(0.2)
  expect(pricesOf(PUBLISHED_PRICES, 'openai/gpt-5.6-sol', 'codex')?.prices.input).toBe(4)
  expect(pricesOf(PUBLISHED_PRICES, 'gemini-3.8-flash', 'gemini')?.prices.output).toBe(3.75)
  expect(pricesOf(PUBLISHED_PRICES, 'gemini-3.1-pro-preview', 'gemini')?.prices.output).toBe(12)
})
