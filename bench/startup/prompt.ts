// Processor time of one command at a prompt, compared with a Node that does nothing: in turn, medians.
import { spawnSync } from 'node:child_process'
import { median } from '../lib/timing.js'

/** bash reports its child's processor time, threads included. */
const TIMED = 'TIMEFORMAT="%3U %3S"; time "$@" > /dev/null 2> /dev/null'

function processorMs(args: readonly string[], env: Readonly<Record<string, string>>): number {
  const { stderr, status } = spawnSync('bash', ['-c', TIMED, 'bash', process.execPath, ...args], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [user, system] = stderr.trim().split(' ').map(Number)
  if (status !== 0 || !Number.isFinite(user) || !Number.isFinite(system)) {
    throw new Error(`${args.join(' ')} failed: ${stderr}`)
  }
  return (user! + system!) * 1000
}

export function atPrompt(
  commands: Readonly<Record<string, readonly string[]>>,
  env: Readonly<Record<string, string>>,
  rounds: number,
): readonly { readonly command: string; readonly cpuMs: number }[] {
  const taken = Object.entries(commands).map(([command, args]) => ({
    command,
    args,
    ms: [] as number[],
  }))
  for (let round = -1; round < rounds; round++) {
    for (const { args, ms } of taken) {
      const cpuMs = processorMs(args, env)
      if (round >= 0) ms.push(cpuMs) // round -1 warms up
    }
  }
  return taken.map(({ command, ms }) => ({ command, cpuMs: median(ms) }))
}
