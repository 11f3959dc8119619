// The command's verbs. Each loads its own part only when asked for, so that plain stdio starts fast.

export interface Command {
  readonly summary: string
  /** Resolves with the exit code. */
  readonly run: (args: readonly string[]) => Promise<number>
}

export const COMMANDS: Readonly<Record<string, Command>> = {
  install: {
    summary: 'Set up the agent clients on this machine',
    run: async (args) => (await import('./install.js')).install(args),
  },
  uninstall: {
    summary: 'Take out what install put in',
    run: async (args) => (await import('./uninstall.js')).uninstall(args),
  },
  serve: {
    summary: 'pruning service over HTTP: JSON-RPC, MCP, and what a swe-pruner offers',
    run: async (args) => (await import('./serve.js')).serve(args),
  },
  wrap: {
    summary: 'put other MCP servers behind limits: wrap -- COMMAND, or wrap --config FILE',
    run: async (args) => (await import('./wrap.js')).wrap(args),
  },
  stats: {
    summary: 'what pruning has saved on this machine, net, by day, tool, project and client',
    run: async (args) => (await import('./stats.js')).stats(args),
  },
  replay: {
    summary: 'what pruning would have saved in the sessions recorded on this machine',
    run: async (args) => (await import('./replay.js')).replay(args),
  },
  ui: {
    summary: 'a page to look at what was cut, try a question, and see what was saved',
    run: async (args) => (await import('./ui.js')).ui(args),
  },
}
