// The environment of a command: the server's own, without its settings and without anything that looks like a key, a
// password or an address with one, plus what the request adds. It keeps secrets out of accidental
// output; a command that looks for them finds the server's own environment in /proc, unless it
// runs in the sandbox.
import { type Env, readList } from '../settings/read-setting.js'

const WITHHELD: readonly RegExp[] = [
  /^(?:PRUNER|MCP_PRUNER|JEEVES)_/,
  /(?:^|_)API_?KEYS?(?:_|$)/,
  /(?:^|_)(?:ACCESS|PRIVATE|SECRET|SIGNING|ENCRYPTION|MASTER|SERVICE)_KEYS?(?:_|$)/,
  /(?:^|_)(?:ANTHROPIC|OPENAI|GEMINI|MISTRAL|GROQ)_(?:[A-Z0-9]+_)*KEYS?$/,
  /(?:^|_)(?:AUTH_?)?TOKENS?$/,
  /(?:^|_)BEARER_TOKEN/,
  /SECRET/,
  /PASSWORD|PASSWD|PASSPHRASE/,
  /(?:^|_)CREDENTIALS?(?:_|$)/,
  /(?:^|_)(?:DATABASE|DB|POSTGRES|POSTGRESQL|MYSQL|MARIADB|MONGO|MONGODB|REDIS|AMQP|RABBITMQ|CLICKHOUSE)_(?:URL|URI|DSN)$/,
  /(?:^|_)(?:DSN|CONNECTION_?STRING|CONN_STR)$/,
]

/** The server's variables that a sandboxed command keeps. */
const PLAIN =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM|COLORTERM|NO_COLOR)$/

export const isWithheld = (name: string): boolean =>
  WITHHELD.some((pattern) => pattern.test(name.toUpperCase()))

export function childEnv(server: Env, requested: Readonly<Record<string, string>> = {}): Env {
  return inherit(server, (name) => !isWithheld(name), requested)
}

export function sandboxEnv(server: Env, requested: Readonly<Record<string, string>> = {}): Env {
  return inherit(server, (name) => PLAIN.test(name), requested)
}

function inherit(
  server: Env,
  isKept: (name: string) => boolean,
  requested: Readonly<Record<string, string>>,
): Env {
  const allowed = new Set(readList(server, 'MCP_PRUNER_ENV_ALLOW'))
  const inherited = Object.entries(server).filter(([name]) => isKept(name) || allowed.has(name))
  return { ...Object.fromEntries(inherited), ...requested }
}
