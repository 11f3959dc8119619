// Every setting, declared once. The parser, docs/settings.md, `--help`, the completions and the list of variables that
// Codex forwards are derived from this table.

import type { EntryPoint, Setting } from './setting.js'

export const TOOL_NAMES = ['read', 'bash', 'grep', 'recover_text'] as const

const DAY_S = 24 * 3600

export const SETTINGS = {
  MCP_PRUNER_CWD: {
    type: 'text',
    values: 'a folder',
    defaultText: 'the working folder',
    doc: 'The root: relative paths start there, and `read` and `grep` stay inside it',
  },
  PRUNER_URL: {
    type: 'text',
    values: 'an http: or https: URL, or empty',
    default: 'http://localhost:8000/prune',
    forwardedByCodex: true,
    doc: 'A swe-pruner service. Empty: no pruning. Not set: the service at the default address if it proves to be a swe-pruner, else the embedded engine',
  },
  PRUNER_FALLBACK: {
    type: 'choice',
    values: ['raw', 'embedded'],
    defaultText: '`raw` if `PRUNER_URL` is set, else `embedded`',
    doc: 'If the service cannot prune: return the raw output, or use the embedded engine',
  },
  PRUNER_DIRECTIVES: {
    type: 'choice',
    values: ['0', '1'],
    default: '0',
    doc: '1: keep lines between `⟦NO_PRUNE_BEGIN⟧` and `⟦NO_PRUNE_END⟧`; `prune_text` always keeps them',
  },
  PRUNER_TIMEOUT_MS: {
    type: 'integer',
    min: 100,
    max: 300_000,
    default: 30_000,
    doc: 'Time limit for pruning one output, in milliseconds',
  },
  PRUNER_MAX_INPUT_BYTES: {
    type: 'integer',
    min: 1024,
    max: 100_000_000,
    default: 2_000_000,
    doc: 'Larger outputs are not pruned',
  },
  PRUNER_MAX_TOKENS: {
    type: 'integer',
    min: 100,
    max: 1_000_000,
    default: 6000,
    doc: 'Most tokens of a pruned answer (estimated), unless the call has `max_tokens`',
  },
  MCP_PRUNER_OUTPUT: {
    type: 'choice',
    values: ['auto', 'structured', 'text'],
    default: 'auto',
    doc: '`auto`: known agent clients get only text, programs get both forms',
  },
  MCP_PRUNER_TOOLS: {
    type: 'text',
    values: 'a comma-separated list',
    defaultText: 'all four',
    doc: 'Which of `read`, `bash`, `grep` and `recover_text` are offered. Over HTTP `read`, `bash` and `grep` are offered only if named here, to callers with the token',
  },
  MCP_PRUNER_STORE: {
    type: 'text',
    values:
      '`memory`, `disk`, or a Redis: `redis://…`, `redis+cluster://…`, `redis+sentinel://…` (`rediss…` for TLS)',
    default: 'disk',
    serveDefault: 'memory',
    forwardedByCodex: true,
    doc: 'Where cut lines are stored',
  },
  MCP_PRUNER_CACHE_DIR: {
    type: 'text',
    values: 'a folder',
    defaultText: "the user's cache folder",
    forwardedByCodex: true,
    doc: 'Where the `disk` store and the ledger are',
  },
  MCP_PRUNER_STORE_MAX_BYTES: {
    type: 'integer',
    min: 65_536,
    max: 2 ** 40,
    default: 104_857_600,
    doc: 'Size of the store; beyond it, the texts used least recently are deleted',
  },
  MCP_PRUNER_SECRETS: {
    type: 'choice',
    values: ['encrypt', 'discard', 'plain'],
    default: 'encrypt',
    doc: 'How to store texts with what looks like a key, a token or a password. `discard`: not stored, so not cut; `plain`: stored like others',
  },
  MCP_PRUNER_STORE_WAIT_MS: {
    type: 'integer',
    min: 50,
    max: 60_000,
    default: 500,
    doc: 'How long an answer waits for the store, the first one four times as long; after that the output is not cut, and says so',
  },
  MCP_PRUNER_PRUNE_ID_TTL_S: {
    type: 'integer',
    min: 1,
    max: 10 * 365 * DAY_S,
    default: 7 * DAY_S,
    serveDefault: 600,
    doc: 'How long cut lines are stored after their last use, in seconds',
  },
  MCP_PRUNER_LEDGER: {
    type: 'choice',
    values: ['on', 'off'],
    default: 'on',
    forwardedByCodex: true,
    doc: '`off`: calls are not recorded, and `stats` is empty',
  },
  MCP_PRUNER_HOLDOUT: {
    type: 'number',
    min: 0,
    max: 0.5,
    default: 0,
    forwardedByCodex: true,
    doc: 'The share of calls that pass raw, chosen at random, so that `stats` can compare',
  },
  MCP_PRUNER_LOG_LEVEL: {
    type: 'choice',
    values: ['debug', 'info', 'warn', 'error'],
    default: 'info',
    doc: 'Events go to stderr, one JSON object per line',
  },
  MCP_PRUNER_SANDBOX: {
    type: 'choice',
    values: ['off', 'bwrap'],
    default: 'off',
    doc: '`bwrap`: `bash` runs its commands confined by bubblewrap',
  },
  MCP_PRUNER_ENV_ALLOW: {
    type: 'text',
    values: 'a comma-separated list',
    defaultText: 'none',
    doc: 'Variables to pass to commands that are withheld by default',
  },
  MCP_PRUNER_DATA_DIR: {
    type: 'text',
    usedBy: 'native',
    values: 'an absolute path',
    defaultText: "the user's data folder",
    doc: 'Where `install` puts the copy that clients start',
  },
  MCP_PRUNER_NATIVE: {
    type: 'choice',
    usedBy: 'native',
    values: ['on', 'off'],
    default: 'on',
    forwardedByCodex: true,
    doc: "`off` in a client's environment: its built-in tools are not pruned, whatever is installed",
  },
  MCP_PRUNER_HOST: {
    type: 'text',
    usedBy: 'serve',
    values: 'an address',
    default: '127.0.0.1',
    flag: '--host HOST',
    doc: 'Address to listen on; any other than loopback needs a token',
  },
  MCP_PRUNER_PORT: {
    type: 'integer',
    usedBy: 'serve',
    min: 0,
    max: 65_535,
    default: 8006,
    flag: '--port PORT',
    doc: 'Port to listen on, 0 for a free one',
  },
  MCP_PRUNER_TOKEN: {
    type: 'text',
    usedBy: 'serve',
    values: 'at least 16 characters',
    defaultText: 'none',
    doc: 'Bearer token that callers must send',
  },
  MCP_PRUNER_TOKENS_FILE: {
    type: 'text',
    usedBy: 'serve',
    values: 'a file',
    defaultText: 'none',
    doc: 'A name and a token per line; each caller recovers only its own texts',
  },
  MCP_PRUNER_DRAIN_MS: {
    type: 'integer',
    usedBy: 'serve',
    min: 0,
    max: 300_000,
    default: 0,
    doc: 'How long requests are still answered after `SIGTERM`, while `/ready` is 503',
  },
  MCP_PRUNER_TRUSTED_PROXIES: {
    type: 'text',
    usedBy: 'serve',
    values: 'a comma-separated list of IP addresses',
    defaultText: 'none',
    flag: '--trust-proxy ADDRESS',
    doc: 'Addresses of proxies, which may have more than 512 connections',
  },
  MCP_PRUNER_ID_SECRET: {
    type: 'text',
    usedBy: 'serve',
    values: 'at least 16 characters',
    defaultText: 'created at the first start',
    doc: 'Ids are derived from it, so that nobody can compute the id of a text they guess; the same on all servers of a team',
  },
  MCP_PRUNER_MAX_INPUT_CHARS: {
    type: 'integer',
    usedBy: 'serve',
    min: 1,
    max: 100_000_000,
    defaultText: 'none',
    doc: 'The largest text that is pruned, in characters; replaces `PRUNER_MAX_INPUT_BYTES`',
  },
  MCP_PRUNER_TOOL_TIMEOUT_MS: {
    type: 'integer',
    usedBy: 'wrap',
    min: 1,
    max: DAY_S * 1000,
    defaultText: 'by tool',
    doc: 'One time limit for every wrapped tool, in place of its own',
  },
  JEEVES_PRUNER_ENABLED: {
    type: 'text',
    usedBy: 'runner',
    values: '`1`, `true`, `yes` or `on`',
    defaultText: 'off',
    doc: 'Gives the agent the tools',
  },
  JEEVES_PRUNER_URL: {
    type: 'text',
    usedBy: 'runner',
    values: 'an http: or https: URL, or empty',
    default: 'http://localhost:8000/prune',
    doc: 'Passed on unchanged as `PRUNER_URL`. Empty: no pruning. Not set: the embedded engine prunes unless a swe-pruner is there',
  },
  JEEVES_MCP_PRUNER_PATH: {
    type: 'text',
    usedBy: 'runner',
    values: 'a file',
    defaultText: 'the installed package',
    doc: "The server's `dist/index.js`",
  },
} as const satisfies Readonly<Record<string, Setting>>

export type SettingName = keyof typeof SETTINGS

export const settingsOf = (entry: EntryPoint): [SettingName, Setting][] =>
  (Object.entries(SETTINGS) as [SettingName, Setting][]).filter(
    ([, { usedBy = 'all' }]) => usedBy === entry,
  )

export const forwardedByCodex = (): string[] =>
  (Object.entries(SETTINGS) as [SettingName, Setting][])
    .flatMap(([name, setting]) => (setting.forwardedByCodex ? [name] : []))
    .sort()
