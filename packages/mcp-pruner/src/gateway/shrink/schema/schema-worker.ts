// The entry point of the thread in which a server's schemas are compiled and applied: a schema is written
// by others, and may take for ever.
import { parentPort, workerData } from 'node:worker_threads'
import { parseExactJson, printJson, sealNotes } from '@jeeves/mcp-runtime'
import type { Fields } from '../../../rpc/message.js'
import { fitSchema } from './fit-schema.js'
import type { SchemaAnswer, SchemaQuestion } from './schema-thread.js'
import { validatorFor } from './validator.js'

const port = parentPort
if (!port) throw new Error('this file is the entry point of a worker thread')

sealNotes((workerData as { readonly seal: string }).seal)

/** Compiled schemas are known by their object. */
const schemas = new Map<string, Fields>()

function schemaOf(text: string): Fields {
  const schema = schemas.get(text) ?? (JSON.parse(text) as Fields)
  schemas.set(text, schema)
  return schema
}

function answer({ schema: schemaText, value: valueText, fit }: SchemaQuestion): SchemaAnswer {
  const schema = schemaOf(schemaText)
  if (!fit) return { how: validatorFor(schema)(JSON.parse(valueText)) ? 'valid' : 'invalid' }
  const value = parseExactJson(valueText) as Fields
  const found = fitSchema({ ...fit, value, schema })
  return found.how === 'invalid' ? found : { ...found, value: printJson(found.value) }
}

port.on(
  'message',
  ({ id, question }: { readonly id: number; readonly question: SchemaQuestion }) => {
    port.postMessage({ id, answer: answer(question) })
  },
)
