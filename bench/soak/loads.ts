// The calls of a soak, over and over: ordinary calls, calls that run into their limits, calls that are wrong, and
// faults. Every answer is judged.
import type { Answer, StdioPeer } from '../lib/processes.js'
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

/** Whether the store may not answer: Redis is being restarted, or was when the call began. */
export type MayBeAway = () => boolean

export async function stdioTurn(
  server: StdioPeer,
  turn: number,
  tally: Tally,
  mayBeAway: MayBeAway,
): Promise<void> {
  tally.calls += 4
  const file_path = `f${turn % 20}.ts`
  const wasAway = mayBeAway()
  const read = await within(
    PATIENCE_MS,
    server.call('read', { file_path, context_focus_question: QUESTION }),
  )
  const { content, pruning } = read === TIMED_OUT ? {} : (read.result?.structuredContent ?? {})
  const why = read === TIMED_OUT ? 'no answer' : (pruning?.error?.code ?? pruning?.reason)
  // What cannot be kept is not cut; nothing else is a reason for a whole answer.
  const isWhole = (wasAway || mayBeAway()) && why === 'recovery_unavailable'
  if (isWhole) tally.whole += 1
  const isRight = isWhole || (pruning?.applied && pruning.prune_id !== undefined)
  tally.note(tally.structure, typeof content === 'string' && isRight, `read: ${why}`)
  if (pruning?.prune_id) {
    const again = await server.call('recover_text', { prune_id: pruning.prune_id })
    const { raw_text: text, error } = again.result?.structuredContent ?? {}
    if (mayBeAway() && error?.code === 'recovery_unavailable') tally.whole += 1
    else tally.note(tally.recovery, text?.length > content.length, error?.code ?? 'recovery')
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

/** Not limited to the seed's sizes: over 10 KB it is cut, and the note says where the whole is. */
export async function plainGatewayTurn(
  gateway: StdioPeer,
  turn: number,
  tally: Tally,
  mayBeAway: MayBeAway,
): Promise<void> {
  tally.calls += 2
  const wasAway = mayBeAway()
  const name = ['text', 'list', 'nested'][turn % 3] ?? 'text'
  const answer = await within(PATIENCE_MS, gateway.call(name, { count: 300 + (turn % 50) * 20 }))
  const shown = answer === TIMED_OUT ? '' : textsOf(answer)
  const ref = /ax:\/\/[^\s"⟧,\]]+/.exec(shown)?.[0]
  if (shown !== '' && ref === undefined && (wasAway || mayBeAway())) {
    tally.whole += 1
    return
  }
  const isBound = shown !== '' && Buffer.byteLength(shown) <= MAX_SHOWN_BYTES
  tally.note(tally.structure, isBound && ref !== undefined, `plain gateway ${name}`)
  if (ref === undefined) return
  const page = await within(PATIENCE_MS, gateway.call('artifact_read', { ref }))
  const text = page === TIMED_OUT ? '' : textsOf(page)
  if (!mayBeAway() || text.includes('worker')) {
    tally.note(tally.recovery, text.includes('worker'), `artifact_read ${name}`)
  }
}

const textsOf = ({ result }: Answer): string =>
  (result?.content ?? []).map(({ text = '' }: { text?: string }) => text).join('\n')

/** The limit of the profile, which counts what is sent around the text as well. */
const MAX_SHOWN_BYTES = 10_240

export async function serviceTurn(
  url: string,
  turn: number,
  text: string,
  tally: Tally,
  mayBeAway: MayBeAway,
): Promise<void> {
  tally.calls += 3
  const wasAway = mayBeAway()
  const raw = `// ${turn}\n${text}`
  const pruned = await rpc(url, 'prune_text', pruneArguments(raw))
  const output = pruned?.result && JSON.parse(pruned.result.content[0].text)
  const isKept = output && !output.warnings.includes('recovery_unavailable')
  if (output && !isKept) tally.whole += 1
  const isRight = isKept ? output.pruned_text.length < raw.length : wasAway || mayBeAway()
  tally.note(tally.structure, output !== undefined && isRight, `prune_text: ${output?.warnings}`)
  if (isKept) {
    const range = { start_line: 1, end_line: 1 }
    const args = { prune_id: output.prune_id, ranges: [range], include_line_numbers: false }
    const found = await rpc(url, 'recover_text', args)
    const first = found?.result && JSON.parse(found.result.content[0].text).raw_text
    if (mayBeAway() && found?.error?.message === 'recovery_unavailable') tally.whole += 1
    else tally.note(tally.recovery, first === `// ${turn}`, 'recover_text')
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
