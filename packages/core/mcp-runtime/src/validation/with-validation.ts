// Keeps a request that breaks its limits away from the handler.
import {
  type MCPRequestLimitsInput,
  MCPRequestLimitsSchema,
  resolveConfig,
} from '@jeeves/contracts'
import { RequestValidationError, validateRequest } from './request-validator.js'

/** The handler, behind the limits of its tool. Rejects with `RequestValidationError`. */
export function withValidation<Args, Rest extends readonly unknown[], Result>(
  tool: string,
  handler: (args: Args, ...rest: Rest) => Result | PromiseLike<Result>,
  limits: MCPRequestLimitsInput = {},
): (args: Args, ...rest: Rest) => Promise<Result> {
  const resolved = resolveConfig('request limit', MCPRequestLimitsSchema, limits)
  return async (args, ...rest) => {
    const result = validateRequest(args, resolved, tool)
    if (!result.valid) throw new RequestValidationError(result.errors)
    return handler(args, ...rest)
  }
}
