// Why a wrapped server could not be started.

/** It could not be started at all; `message` is the one line that the user sees. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

export const NO_ANSWER = 'it does not answer initialize'

export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'

  constructor() {
    super(NO_ANSWER)
  }
}
