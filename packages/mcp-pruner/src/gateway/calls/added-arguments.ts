// The arguments that every wrapped tool takes besides its own, as models write them.
import { type AddedName, QUESTION } from '../wire/client/catalog.js'

export interface AddedArguments {
  readonly question: string | undefined
  /** The only fields of data that are wanted. */
  readonly fields?: readonly string[]
  /** What the answer may cost at most. */
  readonly maxTokens?: number
  /** What is wrong with them, for the caller. */
  readonly wrong?: string
}

/** `null` and empty ones are none: models fill in what they do not mean to use. */
export function readAddedArguments(given: (name: AddedName) => unknown): AddedArguments {
  const question = given(QUESTION) ?? ''
  const fields = fieldsOf(given('fields') ?? [])
  const maxTokens = tokensOf(given('max_tokens') ?? '')
  const wrong = [
    typeof question !== 'string' && `${QUESTION} must be a string`,
    fields === undefined && 'fields must be a list of names or JSON pointers',
    maxTokens === undefined && 'max_tokens must be a whole number, 1 or greater',
  ].filter((problem) => problem !== false)
  return {
    question: (typeof question === 'string' && question.trim()) || undefined,
    ...(fields && fields.length > 0 && { fields }),
    ...(maxTokens && { maxTokens }),
    ...(wrong.length > 0 && { wrong: wrong.join('; ') }),
  }
}

/** Models write lists as lists, and now and then as one comma-separated string. */
function fieldsOf(given: unknown): readonly string[] | undefined {
  const list: unknown = typeof given === 'string' ? given.split(',') : given
  if (!Array.isArray(list) || !list.every((item) => typeof item === 'string')) return undefined
  return list.map((item) => item.trim()).filter((item) => item !== '')
}

/** 0: no limit. Models write numbers as numbers, and now and then as text. */
function tokensOf(given: unknown): number | undefined {
  if (given === '') return 0
  const number = typeof given === 'string' ? Number(given) : given
  return typeof number === 'number' && number >= 1 ? Math.floor(number) : undefined
}
