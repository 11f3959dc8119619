// The format for each client, decided for each request from the client's name. Agent clients get text:
// some show their model `structuredContent` instead of it, as one line of escaped JSON, and some show both.
import type { OutputMode } from '../call/tool.js'
import type { Settings } from '../settings/settings.js'
import { knownClient } from './known-clients.js'

export function outputModeFor(
  setting: Settings['output'],
  clientName: string | undefined,
): OutputMode {
  if (setting !== 'auto') return setting
  return knownClient(clientName) ? 'text' : 'structured'
}

/** Invalid arguments are explained in words to a model that would only see "Invalid params". */
export const hidesErrorData = (setting: Settings['output'], clientName: string | undefined) =>
  setting === 'auto' && knownClient(clientName)?.showsErrorData === false

/** Anything that a client would show its model besides the answer is not sent. */
export function withoutShownMeta<Result extends object>(
  result: Result,
  clientName: string | undefined,
): Result {
  const { isError } = result as { readonly isError?: boolean }
  const shows = knownClient(clientName)?.showsMeta ?? 'none'
  if (shows === 'none' || (shows === 'errors' && isError !== true)) return result
  const { _meta: _, ...rest } = result as Result & { readonly _meta?: unknown }
  return rest as Result
}
