// A tool call that asks its server for progress: each report extends the call's time limit.
import type { Cancellation } from '@jeeves/mcp-runtime'
import type { Answer, Fields } from '../../rpc/message.js'
import { progressToken } from '../wire/client/progress.js'
import type { Upstream } from '../wire/upstream/upstream.js'

let calls = 0

export async function askReporting(
  upstream: Upstream,
  params: Fields,
  signal: Cancellation,
  reported: () => void,
): Promise<Answer> {
  const own = progressToken(params)
  const token = own ?? `mcp-pruner-call-${++calls}`
  const meta = params['_meta'] as Fields | undefined
  const callParams =
    own === undefined ? { ...params, _meta: { ...meta, progressToken: token } } : params
  const forget = upstream.onProgress(token, reported)
  try {
    return await upstream.request('tools/call', callParams, signal)
  } finally {
    forget()
  }
}
