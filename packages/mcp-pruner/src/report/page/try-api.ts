// Try: a text and a question, and the answer as a model would see it.
import { keptLines } from '@jeeves/pruner'
import { estimateTokens } from '@jeeves/pruner/count'
import * as z from 'zod'
import { ToolFailure } from '../../call/tool.js'
import { HttpError } from '../../http/http-error.js'
import type { Root } from '../../tools/files/confine.js'
import { readRequest } from './page-request.js'
import { readProjectFile } from './project-files.js'
import { answerText, expectedMisses, pruneFor, textView } from './text-view.js'
import type { TryAnswer } from './ui-api.js'

const TryRequestSchema = z.object({
  question: z.string().max(20_000),
  text: z.string().max(4_000_000).optional(),
  file: z.string().min(1).max(4096).optional(),
  tokens: z.number().int().min(20).max(1_000_000).optional(),
  price: z.number().min(0).max(1_000_000).optional(),
})

export async function answerTry(body: string, root: Root, signal: AbortSignal): Promise<TryAnswer> {
  const { question, file, tokens, price, ...given } = readRequest(TryRequestSchema, body)
  const text = given.text ?? (file === undefined ? '' : await readFile(root, file, signal))
  const request = {
    text,
    question,
    origin: 'explicit' as const,
    ...(file !== undefined && { fileName: file }),
    ...(tokens !== undefined && { budget: { tokens } }),
    ...(price !== undefined && { priceOfMiss: price }),
  }
  const started = performance.now()
  const result = pruneFor(request)
  const milliseconds = Math.round((performance.now() - started) * 10) / 10
  const answer = answerText(result, text)
  return {
    view: textView(request, result, undefined),
    answer,
    tokensBefore: estimateTokens(text),
    tokensAfter: estimateTokens(answer),
    linesKept: keptLines(result).length,
    expectedMisses: expectedMisses(result),
    milliseconds,
  }
}

async function readFile(root: Root, path: string, signal: AbortSignal): Promise<string> {
  try {
    return await readProjectFile(root, path, signal)
  } catch (error) {
    if (error instanceof ToolFailure)
      throw new HttpError(400, error.failure.code, error.failure.message)
    throw error
  }
}
