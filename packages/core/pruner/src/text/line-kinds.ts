// The kinds of lines. Every pattern is sticky, anchored at the line's first character and
// free of nested repetition, so that a line costs time proportional to its length.

export const Kind = {
  Blank: 0,
  Plain: 1,
  Comment: 2,
  Import: 3,
  /** A function or method. */
  Callable: 4,
  /** A class, module or other container of declarations. */
  Container: 5,
  /** Opens a body without declaring anything: a call that takes a function, a key with an object. */
  Block: 6,
  /** Only closing punctuation, or `end`. */
  Closer: 7,
  /** Only an opening brace. */
  Opener: 8,
  /** `#if` and its like, which ignore indentation. */
  Directive: 9,
  /** An annotation or attribute above a declaration. */
  Decorator: 10,
  Heading: 11,
  /** Inside a fenced block, its fences included. */
  Fence: 12,
} as const

/** Whether the sticky pattern matches at `at`. */
export function matchesAt(sticky: RegExp, text: string, at: number): boolean {
  sticky.lastIndex = at
  return sticky.test(text)
}

/** A sticky pattern, and the ASCII characters with which all its matches begin. */
export interface Opening {
  readonly pattern: RegExp
  readonly initials: Uint8Array
}

export function opening(pattern: RegExp, initials: string): Opening {
  const table = new Uint8Array(128)
  for (const initial of initials) table[initial.charCodeAt(0)] = 1
  return { pattern, initials: table }
}

/** Whether the pattern may match at `at`, by the first character alone. */
export function mayOpenAt({ initials }: Opening, text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit < 128 && initials[unit] === 1
}

/** Whether it does; a pattern costs several times as much as checking one character. */
export function opensAt(candidate: Opening, text: string, at: number): boolean {
  return mayOpenAt(candidate, text, at) && matchesAt(candidate.pattern, text, at)
}
