// Checks values against a tool's output schema: JSON Schema 2020-12, which MCP means unless a schema says
// otherwise, and draft 7 for the schemas that only that one reads.
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Fields } from '../../../rpc/message.js'

export type IsValid = (value: unknown) => boolean

const OPTIONS = {
  strict: false,
  validateFormats: true,
  validateSchema: false,
  logger: false,
} as const

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
  const { $schema: dialect, ...bare } = schema
  const makers = [() => new Ajv2020(OPTIONS), () => new Ajv(OPTIONS)]
  if (typeof dialect === 'string' && /draft-0[4-7]/.test(dialect)) makers.reverse()
  for (const make of makers) {
    try {
      const ajv = make()
      addFormats.default(ajv)
      return ajv.compile(bare)
    } catch {}
  }
  return () => true
}
