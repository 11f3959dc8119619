// Where nobody asked: what an agent said before a call of its built-in tool is put to the engine in the same way by the
// hooks of a client and by `replay`.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runEngine } from '../../src/ask/run-engine.js'
import { callFacts } from '../../src/clients/sessions/call-kind.js'
import { createRecordedPruner } from '../../src/report/replay/prune-recorded.js'
import { NativeHome } from '../native/native-home.js'
import { keptIn } from './kept-lines.js'
import { type AskedText, SIXTY_TEXTS, textsFor } from './sixty-texts.js'

/** A replacement that shows more of its text, or a shorter text, is not worth a reader's doubt. */
const MAX_SHOWN = 0.85
const MIN_BYTES = 1500
/** Characters that must be saved for each expected missing line of a file that a command prints. */
const MIN_PER_MISS = 4500

let home: NativeHome
beforeAll(async () => {
  home = new NativeHome({ PRUNER_URL: 'http://127.0.0.1:9/prune', PRUNER_FALLBACK: 'embedded' })
  await home.start()
})
afterAll(() => home.end())

const commandOf = ({ file }: AskedText): string => `cat ${file}`

/** `raw` where too little is gained. */
function keptByEngine(one: AskedText): readonly number[] | 'raw' {
  const { text, question } = one
  if (text.length < MIN_BYTES) return 'raw'
  const request = { text, question, origin: 'implicit', context: commandOf(one) } as const
  const reply = runEngine(request, 60_000)
  if (reply.status !== 'pruned' || reply.text.length > MAX_SHOWN * text.length) return 'raw'
  const isWorth = text.length - reply.text.length >= (reply.stats?.expectedMiss ?? 0) * MIN_PER_MISS
  return isWorth ? reply.keptLines : 'raw'
}

test('most of the sixty texts are cut', () => {
  const cut = SIXTY_TEXTS.filter((one) => keptByEngine(one) !== 'raw')
  expect(cut.length).toBeGreaterThanOrEqual(40)
})

test('the hook after a command keeps what the engine keeps', { timeout: 300_000 }, async () => {
  for (const one of textsFor(0)) {
    const { updatedToolOutput } = (await home.hook({
      hook_event_name: 'PostToolUse',
      tool_name: 'Bash',
      tool_input: { command: commandOf(one), description: one.question },
      tool_response: { stdout: one.text, stderr: '', interrupted: false, isImage: false },
    })) as { updatedToolOutput?: { stdout: string } }
    const kept = updatedToolOutput ? keptIn(updatedToolOutput.stdout, one) : 'raw'
    expect([one.file, kept]).toEqual([one.file, keptByEngine(one)])
  }
})

test('replay of a recorded command keeps what the engine keeps', { timeout: 300_000 }, async () => {
  const prune = createRecordedPruner('codex')
  for (const one of textsFor(1)) {
    const input = { command: commandOf(one), description: one.question }
    const call = {
      id: one.file,
      index: 0,
      name: 'exec_command',
      input,
      output: one.text,
      isError: false,
      message: '',
      messageSource: 'nothing',
      prompt: '',
      at: undefined,
      isSidechain: false,
      usage: undefined,
      model: undefined,
    } as const
    const plain = { text: one.text, firstLine: 1, isNumbered: false }
    const pruned = await prune(call, callFacts(call.name, input), plain)
    const kept = 'passedRaw' in pruned ? 'raw' : pruned.kept
    expect([one.file, kept]).toEqual([one.file, keptByEngine(one)])
  }
})
