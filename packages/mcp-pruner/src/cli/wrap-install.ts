// `mcp-pruner wrap --install CLIENT`: puts every server of a client's configuration behind one gateway; `--uninstall`
// restores the file byte for byte.
import { dirname, join } from 'node:path'
import { type InstallPlace, SERVER_KEY } from '../clients/agent-client.js'
import {
  type ConfigEdit,
  type ConfigFormat,
  type Json,
  type Undo,
  valueAt,
} from '../clients/config/config-edit.js'
import { whyFailed } from '../clients/install/apply-plan.js'
import { CONFIG_FORMATS } from '../clients/install/config-formats.js'
import { copyApplication } from '../clients/install/copy-application.js'
import {
  hashOf,
  makeFolders,
  readConfigFile,
  removeSafely,
  writeSafely,
} from '../clients/install/safe-files.js'
import { AGENT_CLIENTS } from '../clients/registry.js'
import { AppError, isAppError } from '../errors/app-error.js'
import { UsageError } from '../errors/usage-error.js'
import { isFields } from '../rpc/message.js'
import { asGatewayEntry, GATEWAY_KEY, startingGateway } from './gateway-entries.js'
import { bundleFolder, clientNames, installPlace } from './install-place.js'
import { printLine } from './verb.js'

/** Entries may contain secrets. */
const PRIVATE = 0o600

interface Wrapped {
  readonly file: string
  readonly before: string
  readonly afterHash: string
  readonly undo: Undo
  /** What was taken out one by one, where servers are not one value that can be replaced. */
  readonly taken?: readonly ConfigEdit[]
}

interface Target {
  readonly place: InstallPlace
  readonly title: string
  readonly file: string
  readonly format: ConfigFormat
  /** Where our own entry goes: a member of a map of servers, or an item of a list. */
  readonly kind: ConfigEdit['kind']
  /** Servers can be replaced all at once. */
  readonly isOneValue: boolean
  /** The path of the client's servers in its configuration. */
  readonly path: readonly string[]
  /** The client's entry for this command. */
  readonly own: Json
  /** The gateway's configuration, and the record that undoes the installation. */
  readonly config: string
  readonly record: string
}

function targetFor(name: string): Target {
  const [known] = clientNames([name])
  const client = AGENT_CLIENTS[known ?? 'claude']
  const place = installPlace(undefined)
  const edit = client.server(place)
  if (!edit || !('edits' in edit)) {
    throw new UsageError(
      `${client.title} keeps its servers in no file that can be edited`,
      'write its servers into a file, and "mcp-pruner wrap --config FILE" into its configuration',
    )
  }
  const [server] = edit.edits
  const { kind = 'member', path = [] } = server ?? {}
  const folder = join(place.dataFolder, 'gateway')
  return {
    place,
    title: client.title,
    file: edit.file,
    format: CONFIG_FORMATS[edit.format],
    kind,
    isOneValue: edit.format === 'json',
    path: kind === 'member' ? path.slice(0, -1) : path,
    own: server?.value ?? {},
    config: join(folder, `${client.name}.json`),
    record: join(folder, `${client.name}.undo.json`),
  }
}

export function installGateway(name: string): number {
  const target = targetFor(name)
  const { place, title, file, config, record } = target
  if (readConfigFile(record) !== undefined) {
    throw new UsageError(`${title} is set up already`, `mcp-pruner wrap --uninstall ${name}`)
  }
  const { before, servers } = editing(file, () => serversIn(target))
  const entries = servers.map(({ key, entry }) => ({
    key,
    entry,
    usable: key === SERVER_KEY ? undefined : asGatewayEntry(entry, dirname(file)),
  }))
  const wrapped = entries.filter(({ usable }) => usable)
  const left = entries.filter(({ usable }) => !usable)
  if (before === undefined || wrapped.length === 0) {
    throw new UsageError(`${file} has no servers to wrap`)
  }
  const started = wrapped.map(({ entry }) => entry)
  const gateway = startingGateway(target.own, place.entry, config, started)
  const { text, undo, taken } = editing(file, () =>
    target.isOneValue
      ? replacedAtOnce(target, before, left, gateway)
      : replacedOneByOne(target, before, wrapped, left, gateway),
  )
  if (!undo) throw new UsageError(`${file} was not changed`)
  copyApplication(bundleFolder(), place.dataFolder)
  makeFolders(dirname(config))
  const names = distinct(wrapped.map(({ key }) => key))
  const mcpServers = Object.fromEntries(wrapped.map(({ usable }, i) => [names[i], usable]))
  writeSafely(config, `${JSON.stringify({ mcpServers }, null, 2)}\n`, PRIVATE)
  const done: Wrapped = { file, before, afterHash: hashOf(text), undo, ...(taken && { taken }) }
  writeSafely(record, JSON.stringify(done), PRIVATE)
  try {
    editing(file, () => writeSafely(file, text))
  } catch (error) {
    // A record of what was not done would refuse the next attempt.
    removeSafely(record)
    removeSafely(config)
    throw error
  }
  printLine(`${title}: ${names.join(', ')} behind one gateway, in ${file}`)
  const kept = left.map(({ key }) => key).filter((key) => key !== SERVER_KEY)
  if (kept.length > 0) printLine(`left as they are: ${kept.join(', ')}`)
  printLine(`undo: mcp-pruner wrap --uninstall ${name}`)
  return 0
}

export function uninstallGateway(name: string): number {
  const { title, config, record, format } = targetFor(name)
  const noted = readConfigFile(record)
  if (noted === undefined) throw new UsageError(`${title} has no mcp-pruner gateway`)
  const wrapped = parsedRecord(record, noted)
  const { file, undo } = wrapped
  const current = editing(file, () => readConfigFile(file))
  if (current !== undefined) {
    const restored = editing(file, () => restoredText(format, current, wrapped))
    if (restored === undefined) {
      throw new UsageError(
        `${file}: ${undo.path.join('.')} was changed since`,
        `its servers as they were are in ${config}`,
      )
    }
    editing(file, () => writeSafely(file, restored))
  }
  removeSafely(record)
  removeSafely(config)
  printLine(`${title}: its servers are in ${file} again`)
  return 0
}

/** `undefined` if nothing of ours is there. Changes that others made since are kept. */
function restoredText(
  format: ConfigFormat,
  current: string,
  { before, afterHash, undo, taken = [] }: Wrapped,
): string | undefined {
  if (hashOf(current) === afterHash) return before
  const without = format.remove(current, undo)
  if (without === current) return undefined
  return without === before
    ? before
    : taken.reduce((text, each) => format.add(text, each).text, without)
}

function parsedRecord(record: string, text: string): Wrapped {
  try {
    return JSON.parse(text) as Wrapped
  } catch (cause) {
    throw new AppError('record_unreadable', `${record} is damaged`, {
      cause,
      hint: 'restore it, or put the servers back by hand and delete it',
    })
  }
}

/** A file that cannot be read, edited or written is named, with what to do about it. */
function editing<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    const isOurs = isAppError(cause, 'config_unreadable')
    if (!isOurs && (cause as NodeJS.ErrnoException).syscall === undefined) throw cause
    throw new AppError('config_unreadable', `${file}: ${whyFailed(cause)}`, {
      cause,
      hint: `nothing was changed; ${(isOurs && cause.hint) || 'correct the file and try again'}`,
    })
  }
}

interface Server {
  readonly key: string
  readonly entry: Json
}

/** A map of them by name, or a list of them with their names. */
function serversAt(value: unknown): readonly Server[] {
  if (Array.isArray(value)) {
    return value.map((entry, i) => ({
      key: isFields(entry) && typeof entry['name'] === 'string' ? entry['name'] : `server ${i + 1}`,
      entry: entry as Json,
    }))
  }
  const members = isFields(value) ? Object.entries(value) : []
  return members.map(([key, entry]) => ({ key, entry: entry as Json }))
}

/** Two of the same name in a list are two servers. */
function distinct(names: readonly string[]): readonly string[] {
  const taken = new Set(names)
  return names.map((name, i) => {
    if (names.indexOf(name) === i) return name
    let n = 2
    while (taken.has(`${name} ${n}`)) n += 1
    taken.add(`${name} ${n}`)
    return `${name} ${n}`
  })
}

function serversIn({ file, format, path }: Target) {
  const before = readConfigFile(file)
  const value = before === undefined ? undefined : valueAt(format.parse(before), path)
  return { before, servers: serversAt(value) }
}

interface Replaced {
  readonly text: string
  readonly undo: Undo | undefined
  readonly taken?: readonly ConfigEdit[]
}

function replacedAtOnce(
  { format, path }: Target,
  before: string,
  left: readonly Server[],
  gateway: Json,
): Replaced {
  const others = Object.fromEntries(left.map(({ key, entry }) => [key, entry]))
  const value = { ...others, [GATEWAY_KEY]: gateway }
  const { text, undo } = format.add(before, { kind: 'member', path, value })
  return { text, undo }
}

/** The servers are taken out of the text one after the other, and the gateway is added to what is left. */
function replacedOneByOne(
  { format, path, kind }: Target,
  before: string,
  wrapped: readonly Server[],
  left: readonly Server[],
  value: Json,
): Replaced {
  const placeOf = (key: string) => (kind === 'member' ? [...path, key] : path)
  const taken = wrapped.map(
    ({ key, entry }): ConfigEdit => ({ kind, path: placeOf(key), value: entry }),
  )
  const emptied = taken.reduce(
    (text, each) => format.remove(text, { ...each, madeKeys: 0, madeComma: false }),
    before,
  )
  const added: ConfigEdit = { kind, path: placeOf(GATEWAY_KEY), value }
  const { text, undo } = format.add(emptied, added)
  const has = serversAt(valueAt(format.parse(text), path)).map(({ key }) => key)
  const expected = [...left.map(({ key }) => key), GATEWAY_KEY]
  if (has.toSorted().join('\n') !== expected.toSorted().join('\n')) {
    const place = path.join('.')
    throw new AppError('config_unreadable', `${place} is written in a way that cannot be edited`)
  }
  return { text, undo, taken }
}
