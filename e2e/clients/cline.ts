import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AgentProgram, PROMPT } from './agent-program.js'

/** Daemons that have the home of this run alone. */
const daemonsOf = (home: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const isDaemon = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--cline-hub-daemon')
        return isDaemon && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`HOME=${home}\0`)
      } catch {
        return false // It has ended.
      }
    })
    .map(Number)

/** Its plugins run in their own Node, next to a daemon that outlives the run. */
export const cline: AgentProgram = {
  name: 'cline',
  command: 'cline',
  args: () => [PROMPT, '--json', '-P', 'openai-compatible', '-m', 'gpt-4.1', '-k', 'test'],
  env: () => ({ CLINE_TELEMETRY_DISABLED: '1' }),
  settings: ({ origin }) => ({
    // As `cline auth` writes it.
    '.cline/data/settings/providers.json': JSON.stringify({
      version: 1,
      lastUsedProvider: 'openai-compatible',
      modes: {},
      providers: {
        'openai-compatible': {
          settings: {
            provider: 'openai-compatible',
            apiKey: 'test',
            model: 'gpt-4.1',
            baseUrl: `${origin}/v1`,
          },
          updatedAt: '2026-11-17T13:30:25.093Z',
          tokenSource: 'manual',
        },
      },
    }),
  }),
  shell: (command) => ({ use: 'run_commands', input: { commands: [command] } }),
  read: (path) => ({ use: 'read_files', input: { files: [{ path }] } }),
  search: (pattern) => ({ use: 'search_codebase', input: { queries: [pattern] } }),
  // It would write into the home while that is removed.
  endLeftovers: async (home) => {
    for (const pid of daemonsOf(home)) process.kill(pid, 'SIGKILL')
    while (daemonsOf(home).length > 0) await sleep(20)
  },
  prunerTool: (name, input) => ({ use: `pruner__${name}`, input }),
}
