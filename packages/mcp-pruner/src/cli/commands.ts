// The command's verbs. Each loads its own part only when asked for, so that plain stdio starts fast.

export interface Command {
  readonly summary: string
  /** What `--help` prints. */
  readonly help: () => Promise<string>
  /** Resolves with the exit code. */
  readonly run: (args: readonly string[]) => Promise<number>
}

/** In the order in which a new user meets them. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  install: {
    summary: 'Set up the agent clients on this machine',
    help: async () => (await import('./install.js')).HELP,
    run: async (args) => (await import('./install.js')).install(args),
  },
  uninstall: {
    summary: 'Remove what install added',
    help: async () => (await import('./uninstall.js')).HELP,
    run: async (args) => (await import('./uninstall.js')).uninstall(args),
  },
  doctor: {
    summary: 'Check the installation, and say how to fix what is wrong',
    help: async () => (await import('./doctor.js')).HELP,
    run: async (args) => (await import('./doctor.js')).doctor(args),
  },
  native: {
    summary: "Turn pruning of the clients' own tools on or off",
    help: async () => (await import('./native.js')).HELP,
    run: async (args) => (await import('./native.js')).native(args),
  },
  prune: {
    summary: 'Ask a question of files, a pipe or a command',
    help: async () => (await import('./prune.js')).HELP,
    run: async (args) => (await import('./prune.js')).prune(args),
  },
  recover: {
    summary: 'Print lines that were cut',
    help: async () => (await import('./recover.js')).HELP,
    run: async (args) => (await import('./recover.js')).recover(args),
  },
  forget: {
    summary: 'Delete stored outputs',
    help: async () => (await import('./forget.js')).HELP,
    run: async (args) => (await import('./forget.js')).forget(args),
  },
  replay: {
    summary: 'See what pruning would have saved in your recorded sessions',
    help: async () => (await import('./replay.js')).HELP,
    run: async (args) => (await import('./replay.js')).replay(args),
  },
  ui: {
    summary: 'Open a page with what was cut and saved, and try a question',
    help: async () => (await import('./ui.js')).HELP,
    run: async (args) => (await import('./ui.js')).ui(args),
  },
  stats: {
    summary: 'See what pruning has saved on this machine, net',
    help: async () => (await import('./stats.js')).HELP,
    run: async (args) => (await import('./stats.js')).stats(args),
  },
  bench: {
    summary: 'Check again the cuts that were marked as wrong in ui',
    help: async () => (await import('./bench.js')).HELP,
    run: async (args) => (await import('./bench.js')).bench(args),
  },
  statusline: {
    summary: "Print a session's savings for the status line of Claude Code",
    help: async () => (await import('./statusline.js')).HELP,
    run: async (args) => (await import('./statusline.js')).statusline(args),
  },
  wrap: {
    summary: 'Put other MCP servers behind the gateway',
    help: async () => (await import('../gateway/wrap-options.js')).USAGE,
    run: async (args) => (await import('./wrap.js')).wrap(args),
  },
  serve: {
    summary: 'Run the pruning service over HTTP',
    help: async () => (await import('./serve.js')).HELP,
    run: async (args) => (await import('./serve.js')).serve(args),
  },
  completions: {
    summary: 'Print completions for bash, zsh or fish',
    help: async () => (await import('./completions.js')).HELP,
    run: async (args) => (await import('./completions.js')).completions(args, COMMANDS),
  },
}
