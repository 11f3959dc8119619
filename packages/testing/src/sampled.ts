// Suites that repeat one check many times: a sample of the cases in `pnpm test`, all of them in `pnpm test:slow`.

export const hasAllCases = process.env['ALL_CASES'] === '1'

export const sampled = (sample: number, all: number): number => (hasAllCases ? all : sample)

/** All of a list, or every so many of it. */
export const someOf = <T>(list: readonly T[], every: number): readonly T[] =>
  hasAllCases ? list : list.filter((_, i) => i % every === 0)
