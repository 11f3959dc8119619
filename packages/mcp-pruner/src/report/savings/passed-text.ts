// Why outputs pass raw, in words.

export const PASSED_REASONS = {
  'nothing asked': 'no question came with them',
  short: 'too short to gain from a cut',
  'held out': 'held out, to compare with',
  'too little to gain': 'a cut would have gained too little',
} as const

export type PassedReason = keyof typeof PASSED_REASONS
