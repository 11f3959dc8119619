// Whether a server keeps to the schema that it declared for a tool.
import { type Fields, isFields } from '../../../rpc/message.js'
import type { WrappedTool } from '../../client/catalog.js'
import { validatorFor } from './validator.js'

/** What is wrong with an answer by the tool's own schema; such answers are passed on all the same. */
export function schemaViolation({ definition }: WrappedTool, result: Fields): string | undefined {
  const { outputSchema } = definition
  const { structuredContent, isError } = result
  const isTask = isFields(result['task'])
  if (!isFields(outputSchema) || isError === true || isTask) return undefined
  if (structuredContent === undefined) return 'structuredContent is missing'
  return validatorFor(outputSchema)(structuredContent)
    ? undefined
    : 'structuredContent is not valid'
}
