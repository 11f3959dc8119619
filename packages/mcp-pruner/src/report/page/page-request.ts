// What the page sends: JSON that a schema describes.
import type * as z from 'zod'
import { HttpError } from '../../http/http-error.js'

export function readRequest<Schema extends z.ZodType>(
  schema: Schema,
  body: string,
): z.output<Schema> {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    throw new HttpError(400, 'not_json', 'the body is not valid JSON')
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new HttpError(400, 'invalid_request', `${issue?.path.join('.')}: ${issue?.message}`)
}

export function missing(message: string): never {
  throw new HttpError(404, 'not_found', message)
}
