// The makers' published prices: US dollars per million tokens. A file given with --prices has the
// same form, as JSON, and its models take precedence.
import type { ModelPrices, PriceTable } from './price-table.js'

export const PUBLISHED_PRICES: PriceTable = {
  date: '2026-11-17',
  sources: [
    'platform.claude.com/docs/en/about-claude/pricing',
    'developers.openai.com/api/docs/pricing',
    'ai.google.dev/gemini-api/docs/pricing',
  ],
  models: {
    'claude-fable-5-1': anthropic(10, 50, 0.25),
    'claude-mythos-5-1': anthropic(10, 50, 0.25),
    'claude-fable': anthropic(10, 50),
    'claude-mythos': anthropic(10, 50),
    'claude-opus-5-5': anthropic(4, 20, 0.2),
    'claude-opus': anthropic(5, 25),
    'claude-opus-4-1': anthropic(15, 75),
    'claude-opus-4-0': anthropic(15, 75),
    'claude-opus-4-2025': anthropic(15, 75),
    'claude-3-opus': anthropic(15, 75),
    'claude-sonnet-5-5': anthropic(2, 10, 0.1),
    'claude-sonnet-5': anthropic(2, 10),
    'claude-sonnet': anthropic(3, 15),
    'claude-3-7-sonnet': anthropic(3, 15),
    'claude-3-5-sonnet': anthropic(3, 15),
    'claude-haiku-5-5': {
      ...anthropic(0.1, 0.5),
      above: { inputTokens: 100_000, ...anthropic(0.5, 2.5) },
    },
    'claude-haiku': anthropic(1, 5),
    'claude-3-5-haiku': anthropic(0.8, 4),
    'claude-3-haiku': { ...anthropic(0.25, 1.25), cacheRead: 0.03, cacheWrite: 0.3 },
    'gpt-6-astra': reported(openai(10, 50, 1)),
    'gpt-6.1-sol': reported(openai(2, 10, 0.1)),
    'gpt-6-sol': reported(openai(2, 10, 0.2)),
    'gpt-6-luna': reported(openai(0.1, 0.5, 0.01)),
    'gpt-5.6-terra': reported(longContext({ input: 2, cacheRead: 0.2, output: 12 })),
    'gpt-5.6-luna': reported(longContext({ input: 0.2, cacheRead: 0.02, output: 1.2 })),
    'gpt-5.6': reported(longContext({ input: 4, cacheRead: 0.4, output: 20 })),
    'gpt-5.5-pro': reported({ input: 30, output: 180 }),
    'gpt-5.5': reported(longContext({ input: 5, cacheRead: 0.5, output: 30 })),
    'gpt-5.4-pro': longContext({ input: 30, output: 180 }),
    'gpt-5.4-mini': { input: 0.75, cacheRead: 0.075, output: 4.5 },
    'gpt-5.4-nano': { input: 0.2, cacheRead: 0.02, output: 1.25 },
    'gpt-5.4': longContext({ input: 2.5, cacheRead: 0.25, output: 15 }),
    'gpt-5.3': { input: 1.75, cacheRead: 0.175, output: 14 },
    'gpt-5.2': { input: 1.75, cacheRead: 0.175, output: 14 },
    'gpt-5.1-codex-mini': { input: 0.25, cacheRead: 0.025, output: 2 },
    'gpt-5.1': { input: 1.25, cacheRead: 0.125, output: 10 },
    'gpt-5-mini': { input: 0.25, cacheRead: 0.025, output: 2 },
    'gpt-5-nano': { input: 0.05, cacheRead: 0.005, output: 0.4 },
    'gpt-5': { input: 1.25, cacheRead: 0.125, output: 10 },
    'codex-mini': { input: 1.5, cacheRead: 0.375, output: 6 },
    'gpt-4.1-mini': { input: 0.4, cacheRead: 0.1, output: 1.6 },
    'gpt-4.1-nano': { input: 0.1, cacheRead: 0.025, output: 0.4 },
    'gpt-4.1': { input: 2, cacheRead: 0.5, output: 8 },
    'gpt-4o-mini': { input: 0.15, cacheRead: 0.075, output: 0.6 },
    'gpt-4o': { input: 2.5, cacheRead: 1.25, output: 10 },
    'o4-mini': { input: 1.1, cacheRead: 0.275, output: 4.4 },
    // Half of what they cost from 2027 on.
    'gemini-3.8-flash': reported({ input: 0.75, cacheRead: 0.075, output: 3.75 }),
    'gemini-3.7-flash': reported({ input: 0.75, cacheRead: 0.075, output: 3.75 }),
    'gemini-3.6-flash': reported({ input: 0.75, cacheRead: 0.075, output: 3.75 }),
    'gemini-3.5-flash': reported({ input: 1.5, cacheRead: 0.15, output: 9 }),
    'gemini-3.5-flash-lite': reported({ input: 0.3, cacheRead: 0.03, output: 2.5 }),
    'gemini-3.1-flash-lite': reported({ input: 0.25, cacheRead: 0.025, output: 1.5 }),
    'gemini-3-flash': reported({ input: 0.5, cacheRead: 0.05, output: 3 }),
    'gemini-3': reported({
      input: 2,
      cacheRead: 0.2,
      output: 12,
      above: { inputTokens: 200_000, input: 4, cacheRead: 0.4, output: 18 },
    }),
    'gemini-2.5-flash-lite': { input: 0.1, cacheRead: 0.01, output: 0.4 },
    'gemini-2.5-flash': { input: 0.3, cacheRead: 0.03, output: 2.5 },
    'gemini-2.5-pro': {
      input: 1.25,
      cacheRead: 0.125,
      output: 10,
      above: { inputTokens: 200_000, input: 2.5, cacheRead: 0.25, output: 15 },
    },
  },
  /** For a model that is not in the table: the one that most users of its client run. */
  otherwise: {
    claude: 'claude-sonnet-5',
    codex: 'gpt-5.4',
    gemini: 'gemini-3',
    copilot: 'claude-sonnet-5',
    opencode: 'claude-sonnet-5',
  },
}

/** A cache write for five minutes costs 1.25 of the input, one for an hour 2; a read a tenth or less. */
function anthropic(input: number, output: number, cacheRead = round(input / 10)) {
  return { input, output, cacheRead, cacheWrite: round(input * 1.25), hourWrite: input * 2 }
}

/** Over 272,000 tokens of input a request costs twice the input and half as much again for the output. */
function longContext({ input, cacheRead = input, output, ...more }: ModelPrices): ModelPrices {
  const above = {
    inputTokens: 272_000,
    input: input * 2,
    cacheRead: cacheRead * 2,
    output: output * 1.5,
    ...(more.cacheWrite !== undefined && { cacheWrite: more.cacheWrite * 2 }),
  }
  return { input, cacheRead, output, ...more, above }
}

/** From the sixth generation on a write to the cache costs 1.25 of the input. */
function openai(input: number, output: number, cacheRead: number): ModelPrices {
  return longContext({ input, output, cacheRead, cacheWrite: input * 1.25 })
}

function reported(prices: ModelPrices): ModelPrices {
  return { ...prices, isReported: true }
}

function round(dollars: number): number {
  return Math.round(dollars * 1e6) / 1e6
}
