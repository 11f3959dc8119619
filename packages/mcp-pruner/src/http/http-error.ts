// A request that fails before it reaches a method.

export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.status = status
    this.code = code
  }
}
