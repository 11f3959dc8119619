// What a client is sent, decided for each request from the name of the client that asks. Agent clients get text:
// some show their model `structuredContent` instead of it, as one line of escaped JSON, and some show both.
import type { OutputMode } from '../call/tool.js'
import type { Settings } from '../process/settings.js'
import { knownClient } from './known-clients.js'

export function outputModeFor(
  setting: Settings['output'],
  clientName: string | undefined,
): OutputMode {
  if (setting !== 'auto') return setting
  return knownClient(clientName) ? 'text' : 'structured'
}

/** Wrong arguments are told in words to a model that would only see "Invalid params". */
export const hidesErrorData = (setting: Settings['output'], clientName: string | undefined) =>
  setting === 'auto' && knownClient(clientName)?.showsErrorData === false
