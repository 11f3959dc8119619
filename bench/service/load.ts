// Closed-loop clients over kept-alive connections: each sends its next request when it has its answer.
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { percentile } from '../lib/timing.js'

export interface Load {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly requests: number
  /** Answers that were not the expected one. */
  readonly failed: number
}

export interface LoadOptions {
  readonly clients: number
  /** Stops after this many seconds, or … */
  readonly seconds?: number
  /** … after this many requests. */
  readonly requests?: number
  /** The body of request number `n`. */
  readonly body: (n: number) => string
  readonly isGood?: (status: number, text: string) => boolean
}

const answered = (status: number, text: string) => status === 200 && text.includes('"result"')

export async function load(url: string, options: LoadOptions): Promise<Load> {
  const { clients, seconds = Infinity, requests = Infinity, body, isGood = answered } = options
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const times: number[] = []
  let sent = 0
  let failed = 0
  const started = performance.now()
  const isOver = () => sent >= requests || performance.now() - started > seconds * 1000
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (!isOver()) {
        const payload = body(sent++)
        const begun = performance.now()
        const { status, text } = await post(agent, url, payload)
        times.push(performance.now() - begun)
        if (!isGood(status, text)) failed += 1
      }
    }),
  )
  const elapsed = (performance.now() - started) / 1000
  agent.destroy()
  return {
    perSecond: times.length / elapsed,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    requests: times.length,
    failed,
  }
}

export interface Posted {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export function post(agent: Agent, url: string, body: string): Promise<Posted> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'content-length': Buffer.byteLength(body),
    }
    const sent = request(url, { method: 'POST', agent, headers }, (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk))
      res.on('error', reject)
      res.on('end', () => {
        const { statusCode: status = 0, headers: received } = res
        resolve({ status, headers: received, text: Buffer.concat(chunks).toString() })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
