// Is a swe-pruner really listening at the default address? Asked only when something is to be pruned, and
// before any content is sent there: another program may own that port.
import { get } from 'node:http'

const PROBE_MS = 250
const REMEMBER_MS = 60_000
const MAX_ANSWER_CHARS = 65_536

export type Probe = () => Promise<boolean>

export function createProbe(prunerUrl: string, now: () => number = () => performance.now()): Probe {
  const health = new URL('/health', prunerUrl)
  let known: { readonly at: number; readonly answer: Promise<boolean> } | undefined
  return () => {
    if (!known || now() - known.at > REMEMBER_MS) known = { at: now(), answer: isPruner(health) }
    return known.answer
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
      response.on('end', () => answer(response.statusCode === 200 && hasStatus(body)))
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

/** A pruner's health is an object with a status; a page that happens to be there is not. */
function hasStatus(body: string): boolean {
  try {
    const answer: unknown = JSON.parse(body)
    return typeof answer === 'object' && answer !== null && 'status' in answer
  } catch {
    return false
  }
}
