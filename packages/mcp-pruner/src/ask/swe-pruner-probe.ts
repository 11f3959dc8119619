// Whether a swe-pruner is listening at the default address, and ready. Checked when something is to be pruned, or is about
// to be, and before any user content is sent there: another program may own that port.
import type { Socket } from 'node:net'

const PROBE_MS = 250
export const REMEMBER_MS = 60_000

export interface Probe {
  isReady(): Promise<boolean>
  /** It was there and failed: treated as not ready until the next probe. */
  gone(): void
}

export function createProbe(prunerUrl: string, limitMs = PROBE_MS): Probe {
  let known: { readonly at: number; readonly answer: Promise<boolean> } | undefined
  return {
    isReady() {
      if (!known || performance.now() - known.at > REMEMBER_MS) {
        known = { at: performance.now(), answer: isPruner(new URL(prunerUrl), limitMs) }
      }
      return known.answer
    },
    gone() {
      known = { at: performance.now(), answer: Promise.resolve(false) }
    },
  }
}

/** Usually nothing listens: a refused connection shows that before any HTTP code is loaded. */
async function isPruner(prune: URL, limitMs: number): Promise<boolean> {
  const signal = AbortSignal.timeout(limitMs)
  if (!(await isListening(prune, signal))) return false
  const { provesItself } = await import('./swe-pruner-proof.js')
  return provesItself(prune, signal)
}

/** Looking the name up takes twice as long as connecting. */
const LOOPBACK = ['127.0.0.1', '::1']

async function isListening({ hostname, port }: URL, signal: AbortSignal): Promise<boolean> {
  const hosts = hostname === 'localhost' ? LOOPBACK : [hostname.replace(/^\[|\]$/g, '')]
  const { connect } = await import('node:net')
  for (const host of hosts) {
    if (await isOpen(connect({ host, port: Number(port || 80), signal }))) return true
  }
  return false
}

const isOpen = (socket: Socket): Promise<boolean> =>
  new Promise((resolve) => {
    const end = (connected: boolean) => {
      socket.destroy()
      resolve(connected)
    }
    socket.once('connect', () => end(true)).on('error', () => end(false))
  })
