// What a soak does, over and over: ordinary calls, calls that run into their limits, calls that are wrong, and
// faults. Every answer is judged.
import type { Answer, StdioPeer } from './processes.js'
import type { Tally } from './tally.js'

/** A command that is stopped gets this long to end. */
const STOP_GRACE_MS = 2_500
const QUESTION = 'how is a session token checked for expiry'
const TIMED_OUT = Symbol('timed out')

/** An answer that does not come is a wrong one, not a soak without end. */
async function within<Value>(ms: number, work: Promise<Value>): Promise<Value | typeof TIMED_OUT> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<typeof TIMED_OUT>((resolve) => {
    timer = setTimeout(() => resolve(TIMED_OUT), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
const PATIENCE_MS = 60_000

export async function stdioTurn(server: StdioPeer, turn: number, tally: Tally): Promise<void> {
  tally.calls += 4
  const file_path = `f${turn % 20}.ts`
  const read = await within(
    PATIENCE_MS,
    server.call('read', { file_path, context_focus_question: QUESTION }),
  )
  const { content, pruning } = read === TIMED_OUT ? {} : (read.result?.structuredContent ?? {})
  const why = read === TIMED_OUT ? 'no answer' : (pruning?.error?.code ?? pruning?.reason)
  // What cannot be kept is not cut.
  const isRight = pruning?.applied || why === 'recovery_unavailable'
  tally.note(tally.structure, typeof content === 'string' && isRight, `read: ${why}`)
  if (pruning?.prune_id) {
    const again = await server.call('recover_text', { prune_id: pruning.prune_id })
    const { raw_text: text, error } = again.result?.structuredContent ?? {}
    const isAway = error?.code === 'recovery_unavailable'
    tally.note(tally.recovery, isAway || text?.length > content.length, error?.code ?? 'recovery')
  }
  const grep = await server.call('grep', { pattern: `drawShape${turn % 30}\\b`, max_matches: 10 })
  const found = grep.result?.structuredContent
  tally.note(tally.structure, Array.isArray(found?.matches) && found.match_count > 0, 'grep')
  const wrong = await server.call('read', WRONG_READS[turn % WRONG_READS.length] ?? {})
  tally.note(tally.validation, wrong.error?.code === -32602, 'wrong read')
  if (turn % 10 === 0) await timeLimit(server, tally)
}

const WRONG_READS = [
  {},
  { file_path: 5 },
  { file_path: '../../etc/passwd' },
  { file_path: 'f0.ts', max_output_bytes: 1 },
  { file_path: 'f0.ts', context_focus_question: '  ' },
]

async function timeLimit(server: StdioPeer, tally: Tally): Promise<void> {
  const timeout_ms = 300
  const started = performance.now()
  const command = 'trap "" TERM; sleep 600 & sleep 600'
  const answer = await within(PATIENCE_MS, server.call('bash', { command, timeout_ms }))
  const took = performance.now() - started
  const code = answer === TIMED_OUT ? '' : answer.result?.structuredContent?.error?.code
  tally.note(
    tally.timeouts,
    code === 'timeout' && took < timeout_ms + STOP_GRACE_MS,
    `bash after ${Math.round(took)} ms`,
  )
}

export async function gatewayTurn(gateway: StdioPeer, turn: number, tally: Tally): Promise<void> {
  tally.calls += 1
  const name = ['list', 'small', 'text', 'nested', 'small'][turn % 5] ?? 'small'
  const answer = await within(PATIENCE_MS, gateway.call(name, { count: 200 + (turn % 50) * 20 }))
  tally.note(tally.structure, answer !== TIMED_OUT && isEnvelope(answer), `gateway ${name}`)
  if (answer !== TIMED_OUT) tally.answer(Buffer.byteLength(answer.result?.content?.[0]?.text ?? ''))
}

function isEnvelope({ result }: Answer): boolean {
  try {
    const { success, summary, metadata } = JSON.parse(result.content[0].text)
    const isWhole = typeof success === 'boolean' && typeof summary === 'string'
    return isWhole && summary.length <= 100 && typeof metadata.truncated === 'boolean'
  } catch {
    return false
  }
}

export async function serviceTurn(url: string, turn: number, text: string, tally: Tally) {
  tally.calls += 3
  const pruned = await rpc(url, 'prune_text', pruneArguments(`// ${turn}\n${text}`))
  const output = pruned?.result && JSON.parse(pruned.result.content[0].text)
  tally.note(tally.structure, typeof output?.pruned_text === 'string', 'prune_text')
  if (output && !output.warnings.includes('recovery_unavailable')) {
    const range = { start_line: 1, end_line: 1 }
    const args = { prune_id: output.prune_id, ranges: [range], include_line_numbers: false }
    const found = await rpc(url, 'recover_text', args)
    const isAway = found?.error?.message === 'recovery_unavailable'
    const first = found?.result && JSON.parse(found.result.content[0].text).raw_text
    tally.note(tally.recovery, isAway || first === `// ${turn}`, 'recover_text')
  }
  const wrong = await rpc(url, 'prune_text', { text: turn })
  tally.note(tally.validation, wrong?.error?.code === -32602, 'wrong prune_text')
}

/** A worker that does not get to the end of a text in its millisecond is ended and replaced. */
export async function killWorker(url: string, large: string, tally: Tally): Promise<void> {
  tally.fault('workers killed')
  const answer = await rpc(url, 'prune_text', pruneArguments(large, 1))
  const output = answer?.result && JSON.parse(answer.result.content[0].text)
  tally.note(tally.timeouts, output?.pruned_text === large, 'prune_text in 1 ms')
}

const pruneArguments = (text: string, timeout_ms = 20_000) => ({
  text,
  goal_hint: QUESTION,
  source_type: 'code',
  options: {
    max_prune_ratio: 0.9,
    min_keep_lines: 1,
    timeout_ms,
    annotate_lines: false,
    include_markers: true,
  },
})

async function rpc(url: string, name: string, args: object): Promise<Answer | undefined> {
  try {
    const params = { name, arguments: args }
    const response = await fetch(`${url}/rpc`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return (await response.json()) as Answer
  } catch {
    return undefined
  }
}
