// Something that takes bytes from outside.

export interface OpenTarget {
  /** Throws when the bytes did what no bytes may do. */
  attempt(input: Buffer): Promise<void>
  close(): Promise<void>
}

export interface Target {
  readonly samples: readonly Buffer[]
  open(): Promise<OpenTarget>
}

export const samplesOf = (...texts: readonly (string | object)[]): readonly Buffer[] =>
  texts.map((text) => Buffer.from(typeof text === 'string' ? text : JSON.stringify(text)))

/** A fault of ours, and not an answer to a bad input. */
export class Violation extends Error {
  override readonly name = 'Violation'
}

export async function inTime<Value>(
  ms: number,
  what: string,
  work: Promise<Value>,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Violation(`${what}: nothing for ${ms} ms`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
