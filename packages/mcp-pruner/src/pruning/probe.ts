// Is a swe-pruner really listening at the default address? Asked only when something is to be pruned, and
// before any content is sent there: another program may own that port.

const PROBE_MS = 250
const REMEMBER_MS = 60_000

export type Probe = () => Promise<boolean>

export function createProbe(prunerUrl: string, now: () => number = () => performance.now()): Probe {
  const health = new URL('/health', prunerUrl)
  let known: { readonly at: number; readonly answer: Promise<boolean> } | undefined
  return () => {
    if (!known || now() - known.at > REMEMBER_MS) known = { at: now(), answer: isPruner(health) }
    return known.answer
  }
}

async function isPruner(health: URL): Promise<boolean> {
  try {
    const response = await fetch(health, {
      redirect: 'manual',
      signal: AbortSignal.timeout(PROBE_MS),
    })
    if (!response.ok) {
      await response.body?.cancel()
      return false
    }
    // A pruner's health is a JSON object with a status; a web page that happens to answer 200 is not one.
    const answer: unknown = JSON.parse((await response.text()).slice(0, 65_536))
    return typeof answer === 'object' && answer !== null && 'status' in answer
  } catch {
    return false
  }
}
