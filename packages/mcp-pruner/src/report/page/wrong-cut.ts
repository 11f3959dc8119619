// "This cut was wrong": the text, the question and the needed lines, saved on this machine as a case that
// `mcp-pruner bench` prunes again.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFileSync } from '@jeeves/mcp-runtime/files'
import * as z from 'zod'
import { HttpError } from '../../http/http-error.js'
import { holdsSecret } from '../../store/secret-patterns.js'
import { type CallsParts, openCall, originOf } from './calls-api.js'
import { missing, readRequest } from './page-request.js'

export const casesFolder = (cacheFolder: string): string => join(cacheFolder, 'cases')

export const WrongCase = z.object({
  id: z.string(),
  question: z.string(),
  text: z.string(),
  fileName: z.string().optional(),
  origin: z.enum(['implicit', 'explicit']).default('explicit'),
  /** 1-based. */
  needed: z.array(z.number().int().min(1)).max(10_000),
  kept: z.array(z.number().int().min(1)).optional(),
})

export type WrongCase = z.infer<typeof WrongCase>

const WrongRequest = z.object({
  id: z.string().regex(/^call_[\w-]{1,60}$/),
  needed: z.array(z.number().int().min(1)).max(10_000),
})

export async function saveWrongCut(
  parts: CallsParts,
  folder: string,
  body: string,
): Promise<{ readonly file: string }> {
  const { id, needed } = readRequest(WrongRequest, body)
  const opened = await openCall(parts, id)
  if (opened?.text === undefined) return missing('the store no longer has the text of this call')
  const { call, note, text } = opened
  const { question, fileName, keptLines: kept } = note
  if (holdsSecret(text) || holdsSecret(question)) {
    throw new HttpError(400, 'secret', 'not saved: it contains what looks like a secret')
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `${id}.json`)
  const value = {
    id,
    question,
    text,
    ...(fileName && { fileName }),
    origin: originOf(call),
    needed,
    ...(kept && { kept }),
  }
  replaceFileSync(file, `${JSON.stringify(value, null, 2)}\n`, 0o600)
  return { file }
}
