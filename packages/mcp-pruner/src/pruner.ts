// The HTTP pruner: one POST of `{code, query}` to a swe-pruner service. It never throws; after any
// error the caller has the original text and a code with the reason.

import type { PrunerError } from '@jeeves/contracts'
import { AppError, isAppError } from './errors/app-error.js'
import { processEnv } from './settings/environment.js'
import { type Env, readPruner } from './settings/settings.js'

export interface PrunerConfig {
  /** Empty: pruning is off. */
  readonly url: string
  readonly timeoutMs: number
}

export type PruneContentResult =
  | { readonly ok: true; readonly content: string }
  | { readonly ok: false; readonly content: string; readonly error: PrunerError }

/** The read limit for an answer; a service that sends more is not a pruner. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024

export function getPrunerConfig(env: Env = processEnv): PrunerConfig {
  const { url, timeoutMs } = readPruner(env)
  return { url: url ?? '', timeoutMs }
}

export async function pruneContent(
  code: string,
  question: string,
  config: PrunerConfig = getPrunerConfig(),
  cancelled?: AbortSignal,
): Promise<PruneContentResult> {
  if (config.url === '') return { ok: true, content: code }
  const failed = (error: PrunerError): PruneContentResult => ({ ok: false, content: code, error })
  const limit = AbortSignal.timeout(config.timeoutMs)
  try {
    const response = await fetch(config.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ code, query: question.trim() }),
      // A redirect would send the content to an address that nobody configured.
      redirect: 'manual',
      signal: cancelled ? AbortSignal.any([limit, cancelled]) : limit,
    })
    if (!response.ok) {
      await response.body?.cancel()
      return failed({ code: 'http_error', message: `the pruner answered HTTP ${response.status}` })
    }
    const answer = await readBounded(response)
    const problem = errorIn(answer)
    if (problem !== undefined) return failed({ code: 'invalid_response', message: problem })
    const content = prunedField(answer)
    if (content !== undefined && growsTooMuch(code, content)) {
      return failed({
        code: 'invalid_response',
        message: 'the answer is longer than twice the text',
      })
    }
    if (content !== undefined) return { ok: true, content }
    return failed({
      code: 'invalid_response',
      message: 'the answer has no string in pruned_code, content or text',
    })
  } catch (error) {
    return failed(limit.aborted ? timedOut(config.timeoutMs) : asPrunerError(error))
  }
}

const timedOut = (timeoutMs: number): PrunerError => ({
  code: 'timeout',
  message: `no complete answer within PRUNER_TIMEOUT_MS=${timeoutMs}`,
})

async function readBounded(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_ANSWER_BYTES) {
      throw new AppError('invalid_response', `the answer is larger than ${MAX_ANSWER_BYTES} bytes`)
    }
    chunks.push(chunk)
  }
  try {
    return JSON.parse(decode(Buffer.concat(chunks)))
  } catch (error) {
    if (isAppError(error, 'invalid_response')) throw error
    throw new AppError('invalid_response', 'the answer is not JSON')
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new AppError('invalid_response', 'the answer is not UTF-8')
  }
}

const MAX_TOLD_CHARS = 200

/** An error reported by the pruner counts, whatever else it sends. */
function errorIn(answer: unknown): string | undefined {
  const { error_msg } = (answer ?? {}) as Record<string, unknown>
  if (typeof error_msg !== 'string' || error_msg.trim() === '') return undefined
  return `the pruner reports an error: ${error_msg.trim().slice(0, MAX_TOLD_CHARS)}`
}

const GROWTH_BYTES = 65_536

const growsTooMuch = (code: string, content: string): boolean =>
  content.length > code.length &&
  Buffer.byteLength(content) > Math.max(GROWTH_BYTES, 2 * Buffer.byteLength(code))

function prunedField(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined
  const { pruned_code, content, text } = answer as Record<string, unknown>
  return [pruned_code, content, text].find((field) => typeof field === 'string')
}

function asPrunerError(error: unknown): PrunerError {
  if (isAppError(error, 'invalid_response'))
    return { code: 'invalid_response', message: error.message }
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
  return { code: 'http_error', message: `the pruner could not be reached${code}` }
}
