// Is a swe-pruner really listening at the default address, and ready? Asked only when something is to be pruned, and
// before any content is sent there: another program may own that port.
import { get } from 'node:http'

const PROBE_MS = 250
const REMEMBER_MS = 60_000
const MAX_ANSWER_CHARS = 65_536

export interface Probe {
  isReady(): Promise<boolean>
  /** It was there and failed: taken as not ready until it is time to look again. */
  gone(): void
}

export function createProbe(prunerUrl: string, now: () => number = () => performance.now()): Probe {
  const health = new URL('/health', prunerUrl)
  let known: { readonly at: number; readonly answer: Promise<boolean> } | undefined
  return {
    isReady() {
      if (!known || now() - known.at > REMEMBER_MS) known = { at: now(), answer: isPruner(health) }
      return known.answer
    },
    gone() {
      known = { at: now(), answer: Promise.resolve(false) }
    },
  }
}

/** Plain `http` answers a refused connection long before `fetch` has been loaded. */
const isPruner = (health: URL): Promise<boolean> =>
  new Promise((resolve) => {
    const request = get(health, { agent: false }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text
        if (body.length > MAX_ANSWER_CHARS) request.destroy()
      })
      response.on('end', () => answer(response.statusCode === 200 && saysReady(body)))
    })
    const limit = setTimeout(() => answer(false), PROBE_MS)
    request.on('error', () => answer(false))
    request.on('close', () => answer(false))

    function answer(found: boolean): void {
      clearTimeout(limit)
      resolve(found)
      request.destroy()
    }
  })

/** A page that happens to be there has no such status, and a pruner that is still loading has another. */
function saysReady(body: string): boolean {
  try {
    const { status, model_loaded } = (JSON.parse(body) ?? {}) as Record<string, unknown>
    return typeof status === 'string' && READY.has(status.toLowerCase()) && model_loaded !== false
  } catch {
    return false
  }
}

const READY: ReadonlySet<string> = new Set(['healthy', 'ok', 'ready', 'up', 'running', 'alive'])
