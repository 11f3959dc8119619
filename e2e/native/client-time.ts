// pnpm bench:native:clients [ROUNDS] [CLIENT…]
//
// How long a real client takes from one request to its model to the next, with a call of its shell between them: with
// the hooks of `install --native` and without, in turns. The stand-in answers at once, so that the rest is the client, the
// command and the hooks. Ratios of medians; `pnpm --dir e2e install` brings the clients.
import { loadavg } from 'node:os'
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

const long = (file: number) =>
  Array.from({ length: LINES }, (_, i) => `export const shade${file}x${i} = mix(${i})\n`).join('')
const FILES = Object.fromEntries([
  ...Array.from({ length: CALLS }, (_, i) => [`small${i}.txt`, 'hello\n'] as const),
  ...Array.from({ length: CALLS }, (_, i) => [`long${i}.ts`, long(i)] as const),
])

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const ms = (value: number): string => `${value.toFixed(0)} ms`

/** Milliseconds of each call: the small ones, then the large ones. */
async function gaps(program: AgentProgram, native: boolean): Promise<readonly number[]> {
  const call = (command: string, say: string) => ({ say, ...program.shell(command, 'Look') })
  const { requests } = await runAgent({
    program,
    native,
    files: FILES,
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
  for (const { hasTools, results, atMs } of requests) {
    if (hasTools && !first.has(results.length)) first.set(results.length, atMs)
  }
  return Array.from(
    { length: 2 * CALLS },
    (_, i) => (first.get(i + 2) ?? Number.NaN) - (first.get(i + 1) ?? Number.NaN),
  )
}

const [rounds = '3', ...names] = process.argv.slice(2)
console.log(`| client | output | without | with hooks | ratio |\n| --- | --- | --- | --- | --- |`)
for (const [name, program] of Object.entries(CLIENTS)) {
  if (names.length > 0 && !names.includes(name)) continue
  const taken = { with: [] as number[][], without: [] as number[][] }
  for (let round = 0; round < Number(rounds); round += 1) {
    taken.without.push([...(await gaps(program, false))])
    taken.with.push([...(await gaps(program, true))])
  }
  for (const [output, from] of [
    ['6 characters', 0],
    [`${LINES} lines`, CALLS],
  ] as const) {
    const of = (runs: readonly (readonly number[])[]) =>
      median(runs.flatMap((run) => run.slice(from, from + CALLS)))
    const [base, hooked] = [of(taken.without), of(taken.with)]
    console.log(
      `| ${name} | ${output} | ${ms(base)} | ${ms(hooked)} | ${(hooked / base).toFixed(2)} |`,
    )
  }
}
console.log(
  `\nload ${loadavg()[0]?.toFixed(1)} at the end, ${rounds} rounds in turns, ${CALLS} calls each`,
)
