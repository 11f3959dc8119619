// pnpm bench:native:clients [ROUNDS] [CLIENT…]
// BUSY=6: beside so many processes that only use the processor.
//
// How long a real client takes from one request to its model to the next, with a call of its shell between them: with
// the hooks of `install --native` and without, in turns. The stand-in answers at once, so that the rest is the client, the
// command and the hooks. Ratios of medians, and how many of the large outputs were raw because the limit was reached; `pnpm --dir e2e install` brings the clients.
import { spawn } from 'node:child_process'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AgentProgram } from '../clients/agent-program.js'
import { claude } from '../clients/claude.js'
import { codex } from '../clients/codex.js'
import { copilot } from '../clients/copilot.js'
import { gemini } from '../clients/gemini.js'
import { opencode } from '../clients/opencode.js'
import { UNTIL_SERVER } from './native.case.js'
import { runAgent } from './run-agent.js'

const CLIENTS = { claude, codex, gemini, opencode, copilot }
const CALLS = 6
const LINES = 400
const SERVER_END_MS = 1000

const long = (file: number) =>
  Array.from({ length: LINES }, (_, i) => `export const shade${file}x${i} = mix(${i})\n`).join('')
const FILES = Object.fromEntries([
  ...Array.from({ length: CALLS }, (_, i) => [`small${i}.txt`, 'hello\n'] as const),
  ...Array.from({ length: CALLS }, (_, i) => [`long${i}.ts`, long(i)] as const),
])

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const ms = (value: number): string => `${value.toFixed(0)} ms`

interface Run {
  /** Milliseconds of each call: the small ones, then the large ones. */
  readonly gaps: readonly number[]
  /** Of the large outputs. */
  readonly raw: number
}

async function runOnce(program: AgentProgram, native: boolean): Promise<Run> {
  const call = (command: string, say: string) => ({ say, ...program.shell(command, 'Look') })
  const outcome = await runAgent({
    program,
    native,
    files: FILES,
    // The first session after an install may have more hooks than all later ones.
    later: native ? [() => sleep(SERVER_END_MS)] : [],
    script: () => [
      call(native ? UNTIL_SERVER : 'true', 'Wait.'),
      // Not the same call five times: Gemini CLI would take it for a loop, and end.
      ...Array.from({ length: CALLS }, (_, i) => call(`cat small${i}.txt`, 'Look.')),
      ...Array.from({ length: CALLS }, (_, i) =>
        call(`cat long${i}.ts`, `I need to see where shade${i}x77 is mixed.`),
      ),
    ],
  })
  const first = new Map<number, number>()
  for (const { hasTools, results, atMs } of outcome.requests) {
    if (hasTools && !first.has(results.length)) first.set(results.length, atMs)
  }
  return {
    gaps: Array.from(
      { length: 2 * CALLS },
      (_, i) => (first.get(i + 2) ?? Number.NaN) - (first.get(i + 1) ?? Number.NaN),
    ),
    raw: outcome.results.slice(1 + CALLS).filter((output) => !output.includes('lines cut')).length,
  }
}

const [rounds = '3', ...names] = process.argv.slice(2)
const busy = Array.from({ length: Number(process.env['BUSY'] ?? 0) }, () =>
  spawn(process.execPath, ['-e', 'const { ppid } = process; while (process.ppid === ppid) {}']),
)
console.log(
  `| client | output | without | with hooks | ratio | raw |\n| --- | --- | --- | --- | --- | --- |`,
)
for (const [name, program] of Object.entries(CLIENTS)) {
  if (names.length > 0 && !names.includes(name)) continue
  const taken = { with: [] as Run[], without: [] as Run[] }
  for (let round = 0; round < Number(rounds); round += 1) {
    taken.without.push(await runOnce(program, false))
    taken.with.push(await runOnce(program, true))
  }
  const raw = taken.with.reduce((sum, run) => sum + run.raw, 0)
  for (const [output, from, rawCell] of [
    ['6 characters', 0, ''],
    [`${LINES} lines`, CALLS, `${raw} of ${CALLS * taken.with.length}`],
  ] as const) {
    const of = (runs: readonly Run[]) =>
      median(runs.flatMap(({ gaps }) => gaps.slice(from, from + CALLS)))
    const [base, hooked] = [of(taken.without), of(taken.with)]
    console.log(
      `| ${name} | ${output} | ${ms(base)} | ${ms(hooked)} | ${(hooked / base).toFixed(2)} | ${rawCell} |`,
    )
  }
}
for (const each of busy) each.kill()
console.log(
  `\nload ${loadavg()[0]?.toFixed(1)} at the end, ${rounds} rounds in turns, ${CALLS} calls each`,
)
