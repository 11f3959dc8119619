// Checks values against a tool's output schema with the validator that the SDK's clients use, so that both
// always agree.
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import type { Fields } from '../../../rpc/message.js'

export type IsValid = (value: unknown) => boolean

const compiled = new WeakMap<Fields, IsValid>()

/** A schema that cannot be compiled accepts everything: clients cannot check it either. */
export function validatorFor(schema: Fields): IsValid {
  const known = compiled.get(schema)
  if (known) return known
  const isValid = compile(schema)
  compiled.set(schema, isValid)
  return isValid
}

function compile(schema: Fields): IsValid {
  try {
    const validate = new AjvJsonSchemaValidator().getValidator(schema)
    return (value) => validate(value).valid
  } catch {
    return () => true
  }
}
