// The tools as listed. Their input schemas are a published contract, printed from the schemas that validate calls.
import { PruneTextInputSchema, RecoverTextInputSchema } from '@jeeves/contracts'
import type { Tool } from '@modelcontextprotocol/server'
import * as z from 'zod'

export const NoArgumentsSchema = z.strictObject({})

export const PRUNE_TEXT = readOnlyTool(
  'prune_text',
  'Keeps the lines of a text that matter for goal_hint, verbatim and in order. Each cut is annotated and can be recovered with recover_text.',
  PruneTextInputSchema,
)

export const RECOVER_TEXT = readOnlyTool(
  'recover_text',
  'Returns lines of a pruned text by their original numbers.',
  RecoverTextInputSchema,
)

export const HEALTH = readOnlyTool(
  'health',
  'Says whether the service works and what it can do.',
  NoArgumentsSchema,
)

function readOnlyTool(name: string, description: string, schema: z.ZodType): Tool {
  const { $schema: _, ...inputSchema } = z.toJSONSchema(schema, {
    // That numbers end where they are no longer exact is not part of the contract.
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
  return {
    name,
    description,
    annotations: { readOnlyHint: true, openWorldHint: false },
    inputSchema: inputSchema as Tool['inputSchema'],
  }
}
