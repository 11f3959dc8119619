export type CacheErrorCode = 'ENTRY_TOO_LARGE' | 'INVALID_KEY' | 'INVALID_OPTION'

export interface CacheErrorData {
  readonly key: string
  readonly limit?: number
  readonly actual?: number
}

/** A value was refused. The cache is unchanged, including an older value under the same key. */
export class CacheError extends Error {
  override readonly name = 'CacheError'
  readonly code: CacheErrorCode
  readonly data: CacheErrorData

  constructor(code: CacheErrorCode, message: string, data: CacheErrorData) {
    super(message)
    this.code = code
    this.data = data
  }
}
