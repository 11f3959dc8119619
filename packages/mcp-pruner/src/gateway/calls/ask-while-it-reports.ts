// Calls a tool for as long as it reports progress: each report restarts its time limit.
import { type Cancellation, Canceller } from '@jeeves/mcp-runtime'
import { AppError } from '../../errors/app-error.js'
import type { Answer, Fields } from '../../rpc/message.js'
import { progressToken } from '../wire/client/progress.js'
import type { Upstream } from '../wire/upstream/upstream.js'

let calls = 0

/** Without `silentMs`, as long as it takes. Rejects with `no_progress`. */
export async function askWhileItReports(
  upstream: Upstream,
  params: Fields,
  signal: Cancellation,
  silentMs: number | undefined,
): Promise<Answer> {
  if (silentMs === undefined) return upstream.request('tools/call', params, signal)
  const own = progressToken(params)
  const token = own ?? `mcp-pruner-call-${++calls}`
  const meta = params['_meta'] as Fields | undefined
  const asked = own === undefined ? { ...params, _meta: { ...meta, progressToken: token } } : params
  const stop = new Canceller()
  const cancel = () => stop.abort(signal.reason)
  if (signal.aborted) cancel()
  signal.addEventListener('abort', cancel)
  const timer = setTimeout(() => stop.abort(new AppError('no_progress', 'no progress')), silentMs)
  const forget = upstream.onProgress(token, () => timer.refresh())
  try {
    return await upstream.request('tools/call', asked, stop)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', cancel)
    forget()
  }
}
