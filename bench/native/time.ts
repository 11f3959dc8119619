// pnpm bench:native:time
//
// What the native path adds to a call: a hook that is answered beside one that has nothing to say, and a wrapped
// command beside the same command as it is, beside one that is wrapped and not asked about, and without a server.
import { spawnSync } from 'node:child_process'
import { printTable } from '../lib/table.js'
import { median } from '../lib/timing.js'
import { startInstalled } from './installed-server.js'

const RUNS = 30
const server = await startInstalled()

const print = (lines: number) =>
  `node -e "for(let i=0;i<${lines};i++)console.log('line '+i+' of colours that are mixed')"`
const LONG = print(400)
const SHORT = print(3)

const hook = (command: string) => ({
  client: 'claude',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_use_id: `t${Math.random()}`,
  tool_input: { command, description: 'Which line is 77?' },
  said: 'Which line is 77?',
})

async function wrapped(command: string): Promise<string> {
  const { hookSpecificOutput } = (await server.ask(hook(command))) as {
    hookSpecificOutput: { updatedInput: { command: string } }
  }
  return hookSpecificOutput.updatedInput.command
}

async function timed(work: () => Promise<unknown> | void): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** As the client runs one; its output goes through a pipe, as there. */
const shell = (command: string) => {
  const { stdout } = spawnSync('bash', ['-c', `. '${server.envFile}'; ${command}`], {
    env: server.env,
    encoding: 'utf8',
  })
  return stdout
}

/** In turns, so that a busy machine is as busy for all. */
async function compare(contestants: Readonly<Record<string, () => Promise<number>>>) {
  const times = new Map(Object.keys(contestants).map((name) => [name, [] as number[]]))
  for (let index = 0; index < RUNS; index += 1) {
    for (const [name, run] of Object.entries(contestants)) times.get(name)?.push(await run())
  }
  const [first] = times.values()
  const base = median(first ?? [])
  printTable(
    [...times].map(([name, all]) => ({
      '': name,
      median: `${median(all).toFixed(1)} ms`,
      added: `${(median(all) - base).toFixed(1)} ms`,
      ratio: (median(all) / base).toFixed(2),
    })),
  )
}

const timedShell = async (command: Promise<string> | string) => {
  const line = await command
  return timed(() => void shell(line))
}
// The first takes the engine and the store into use; until then outputs are raw.
while (!shell(await wrapped(LONG)).includes('lines cut'))
  await new Promise((go) => setTimeout(go, 100))

await compare({
  'a hook that says nothing': () => timed(() => server.ask(hook('git add x'))),
  'a hook that wraps a command': () => timed(() => server.ask(hook(LONG))),
})
const TEXT = shell(LONG)
await compare({
  'a hook that says nothing': () => timed(() => server.ask(hook('git add x'))),
  'a hook that prunes the same 400 lines': () =>
    timed(() =>
      server.ask({
        ...hook('cat x'),
        hook_event_name: 'PostToolUse',
        tool_response: { stdout: TEXT, stderr: '' },
      }),
    ),
})
let raw = 0
await compare({
  'node, 400 lines': () => timedShell(LONG),
  'and a second node that does nothing': () => timedShell(`${LONG}; node -e 0`),
  'wrapped, and its output pruned': async () => {
    const line = await wrapped(LONG)
    return timed(() => {
      if (!shell(line).includes('lines cut')) raw += 1
    })
  },
  'wrapped, and the server does not answer': async () =>
    timedShell((await wrapped(LONG)).replace(/\d+t/, `${server.silent}t`)),
})
console.log(`of ${RUNS} wrapped commands ${raw} were raw because the limit was reached`)
await compare({
  'node, 3 lines': () => timedShell(SHORT),
  'wrapped, too short to be asked about': () => timedShell(wrapped(SHORT)),
})
server.close()
