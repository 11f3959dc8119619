// Prices of models as data, and the cost of a request.
import * as z from 'zod'
import type { RecordedUsage } from '../../clients/sessions/session-event.js'
import { optionFileError, readOptionJson } from '../../errors/usage-error.js'
import { PUBLISHED_PRICES } from './published-prices.js'

const Dollars = z.number().min(0).max(100_000)

const Rates = z.object({
  input: Dollars,
  output: Dollars,
  /** Absent: the price of uncached input. */
  cacheRead: Dollars.optional(),
  cacheWrite: Dollars.optional(),
  /** Kept for an hour; absent: as `cacheWrite`. */
  hourWrite: Dollars.optional(),
})

const ModelPrices = Rates.extend({
  /** Other prices for a request with more input than this. */
  above: Rates.extend({ inputTokens: z.number().int().min(1) }).optional(),
  /** Taken from what others report of the maker's page, not from the page itself. */
  isReported: z.boolean().optional(),
})

const PriceTableSchema = z.object({
  /** The date of the prices. */
  date: z.string().regex(/^\d{4}-\d\d-\d\d$/, 'use a day such as 2026-11-17'),
  sources: z.array(z.string()).default([]),
  /** By prefix of the model's name: the longest match counts. */
  models: z.record(z.string().min(1), ModelPrices),
  otherwise: z.record(z.string(), z.string()).default({}),
})

export type PriceTable = z.output<typeof PriceTableSchema>
export type ModelPrices = z.output<typeof ModelPrices>

/** Dollars per token, for each part of a request. */
export interface TokenPrices {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
  readonly hourWrite: number
}

export interface PricedModel {
  readonly prices: ModelPrices
  /** The model is not in the table; another one's prices are used. */
  readonly standIn?: string
}

/** For `--help`. */
export const PRICES_HINT = 'Model prices that override the published ones (docs/savings.md)'

/** The published prices, overridden by those of the file. Throws `UsageError` for an invalid file. */
export function readPrices(file: string | undefined): PriceTable {
  if (file === undefined) return PUBLISHED_PRICES
  const parsed = PriceTableSchema.safeParse(readOptionJson('--prices', file))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw optionFileError(
      '--prices',
      file,
      `${issue?.path.join('.')}: ${issue?.message}`,
      'a price file looks like {"date": "2026-11-17", "models": {"claude-opus": {"input": 5, "output": 25}}}',
    )
  }
  const { date, sources, models, otherwise } = parsed.data
  return {
    date,
    sources: [...sources, file],
    models: { ...PUBLISHED_PRICES.models, ...models },
    otherwise: { ...PUBLISHED_PRICES.otherwise, ...otherwise },
  }
}

/** `us.anthropic.claude-…`, `anthropic/claude-…` and the like name the same model. */
const PROVIDER = /^(?:.*\/|(?:[a-z]{2,6}\.)?anthropic\.)/

export function pricesOf(
  table: PriceTable,
  model: string | undefined,
  client: string,
): PricedModel | undefined {
  const name = (model ?? '').replace(PROVIDER, '')
  const found = longestStart(table, name)
  if (found) return { prices: found }
  const standIn = table.otherwise[client]
  const prices = standIn === undefined ? undefined : longestStart(table, standIn)
  return prices && standIn !== undefined ? { prices, standIn } : undefined
}

function longestStart({ models }: PriceTable, name: string): ModelPrices | undefined {
  const starts = Object.keys(models).filter((start) => name.startsWith(start))
  const [longest] = starts.sort((a, b) => b.length - a.length)
  return longest === undefined ? undefined : models[longest]
}

const MILLION = 1_000_000

export function tokenPrices({ above, ...base }: ModelPrices, inputTokens: number): TokenPrices {
  const rates = above && inputTokens > above.inputTokens ? above : base
  const { input, output, cacheRead = input, cacheWrite = input, hourWrite = cacheWrite } = rates
  return {
    input: input / MILLION,
    output: output / MILLION,
    cacheRead: cacheRead / MILLION,
    cacheWrite: cacheWrite / MILLION,
    hourWrite: hourWrite / MILLION,
  }
}

/** In dollars. */
export function costOfRequest(usage: RecordedUsage, prices: TokenPrices): number {
  const { inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens } = usage
  const hour = Math.min(cacheWriteTokens, usage.hourWriteTokens ?? 0)
  const plain = Math.max(0, inputTokens - cachedInputTokens - cacheWriteTokens)
  return (
    plain * prices.input +
    cachedInputTokens * prices.cacheRead +
    (cacheWriteTokens - hour) * prices.cacheWrite +
    hour * prices.hourWrite +
    outputTokens * prices.output
  )
}
