// The command's verbs. Each loads its own part only when asked for, so that plain stdio starts fast.
import type { Verb } from './verb.js'

export interface Command {
  readonly summary: string
  readonly load: () => Promise<Verb>
}

/** In the order in which a new user meets them. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  install: {
    summary: 'Set up the agent clients on this machine',
    load: async () => (await import('./install.js')).install,
  },
  uninstall: {
    summary: 'Remove what install added',
    load: async () => (await import('./uninstall.js')).uninstall,
  },
  doctor: {
    summary: 'Check the installation, and say how to fix what is wrong',
    load: async () => (await import('./doctor.js')).doctor,
  },
  native: {
    summary: "Turn pruning of the clients' built-in tools on or off",
    load: async () => (await import('./native.js')).native,
  },
  prune: {
    summary: 'Ask a question of files, a pipe or a command',
    load: async () => (await import('./prune.js')).prune,
  },
  recover: {
    summary: 'Print lines that were cut',
    load: async () => (await import('./recover.js')).recover,
  },
  forget: {
    summary: 'Delete stored outputs',
    load: async () => (await import('./forget.js')).forget,
  },
  replay: {
    summary: 'See what pruning would have saved in your recorded sessions',
    load: async () => (await import('./replay.js')).replay,
  },
  ui: {
    summary: 'Open a page with what was cut and saved, and try a question',
    load: async () => (await import('./ui.js')).ui,
  },
  stats: {
    summary: 'See what pruning has saved on this machine, net',
    load: async () => (await import('./stats.js')).stats,
  },
  bench: {
    summary: 'Check again the cuts that were marked as wrong in ui',
    load: async () => (await import('./bench.js')).bench,
  },
  statusline: {
    summary: "Print a session's savings for the status line of Claude Code",
    load: async () => (await import('./statusline.js')).statusline,
  },
  wrap: {
    summary: 'Put other MCP servers behind the gateway',
    load: async () => (await import('./wrap.js')).wrap,
  },
  serve: {
    summary: 'Run the pruning service over HTTP',
    load: async () => (await import('./serve.js')).serve,
  },
  completions: {
    summary: 'Print completions for bash, zsh or fish',
    load: async () => (await import('./completions.js')).completions(COMMANDS),
  },
}
