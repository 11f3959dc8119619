// A bounded, mixed load on a team of servers, which checks every answer that it gets.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { post, pruneArguments, sampleCode } from '../http/running-service.js'

export interface LoadReport {
  requests: number
  /** Kept for recovery: the text by its id. */
  readonly acknowledged: Map<string, string>
  /** Answers that said that they could not be kept or recovered just then. */
  withoutStore: number
  readonly wrong: string[]
  readonly statuses: Map<number, number>
}

export interface Load {
  readonly report: LoadReport
  stop(): Promise<void>
}

export const HEADERS = { accept: 'application/json, text/event-stream' }

export function startLoad(url: string, headers: Record<string, string>, clients: number): Load {
  const report: LoadReport = {
    requests: 0,
    acknowledged: new Map(),
    withoutStore: 0,
    wrong: [],
    statuses: new Map(),
  }
  const state = { stopped: false }
  const running = Array.from({ length: clients }, async (_, client) => {
    for (let turn = 0; !state.stopped; turn++) {
      const work = turn % 3 === 2 ? recoverOne : turn % 5 === 4 ? swePrune : pruneOne
      await work(turn + client).catch((error: unknown) => report.wrong.push(String(error)))
      await sleep(20)
    }
  })
  return {
    report,
    async stop() {
      state.stopped = true
      await Promise.all(running)
    },
  }

  async function send(path: string, body: unknown) {
    const reply = await post(`${url}${path}`, body, { ...HEADERS, ...headers })
    report.requests += 1
    report.statuses.set(reply.status, (report.statuses.get(reply.status) ?? 0) + 1)
    return reply
  }

  async function pruneOne(turn: number): Promise<void> {
    const text = `// ${randomBytes(8).toString('hex')}\n${sampleCode(30).trimEnd()}`
    const path = turn % 2 === 0 ? '/rpc' : '/mcp'
    const params = { name: 'prune_text', arguments: pruneArguments(text) }
    const { status, json } = await send(path, call(params))
    if (status !== 200) return
    const { prune_id, pruned_text, warnings } = JSON.parse(json.result.content[0].text)
    const lines = new Set(text.split('\n'))
    const foreign = (pruned_text as string)
      .split('\n')
      .filter((line) => !lines.has(line) && !line.startsWith('⟦PRUNÉ: '))
    if (foreign.length > 0) report.wrong.push(`lines that were not sent: ${foreign[0]}`)
    if (!pruned_text.includes('checkSessionExpiry')) report.wrong.push('the answer is missing')
    if (warnings.includes('recovery_unavailable')) report.withoutStore += 1
    else report.acknowledged.set(prune_id, text)
  }

  async function swePrune(): Promise<void> {
    const code = sampleCode(20)
    const { status, json } = await send('/prune', { code, query: 'how is a session checked' })
    if (status === 200 && typeof json.pruned_code !== 'string') report.wrong.push('no pruned_code')
  }

  async function recoverOne(turn: number): Promise<void> {
    const known = [...report.acknowledged]
    const [id, text] = known[turn % Math.max(1, known.length)] ?? []
    if (id === undefined || text === undefined) return
    const outcome = await recover(id)
    if (outcome === 'unavailable') report.withoutStore += 1
    else if (outcome !== text) report.wrong.push(`${id} came back as something else`)
  }

  async function recover(prune_id: string): Promise<string | undefined> {
    const ranges = [{ start_line: 1, end_line: 100_000 }]
    const args = { prune_id, ranges, include_line_numbers: false }
    const { status, json } = await send('/rpc', call({ name: 'recover_text', arguments: args }))
    if (status !== 200) return 'unavailable'
    if (json.error?.data?.code === 'recovery_unavailable') return 'unavailable'
    if (json.error) return undefined
    return JSON.parse(json.result.content[0].text).raw_text
  }
}

export const call = (params: object) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
