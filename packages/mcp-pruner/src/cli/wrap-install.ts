// `mcp-pruner wrap --install CLIENT`: puts every server of a client's configuration behind one gateway; `--uninstall`
// restores the file byte for byte.
import { dirname, join, resolve } from 'node:path'
import { type InstallPlace, SERVER_KEY } from '../clients/agent-client.js'
import { type Json, type Undo, valueAt } from '../clients/config/config-put.js'
import { CONFIG_FORMATS } from '../clients/install/config-formats.js'
import { copyApplication } from '../clients/install/copy-application.js'
import {
  makeFolders,
  readConfigFile,
  removeSafely,
  writeSafely,
} from '../clients/install/safe-files.js'
import { hashOf } from '../clients/install/text-hash.js'
import { AGENT_CLIENTS } from '../clients/registry.js'
import { UsageError } from '../errors/usage-error.js'
import { type Fields, isFields } from '../rpc/message.js'
import { bundleFolder, clientNames, installPlace } from './install-place.js'
import { say } from './verb.js'

const GATEWAY_KEY = 'gateway'
/** Entries may contain secrets. */
const PRIVATE = 0o600

interface Wrapped {
  readonly file: string
  readonly before: string
  readonly afterHash: string
  readonly undo: Undo
}

interface Target {
  readonly place: InstallPlace
  readonly title: string
  readonly file: string
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
  if (edit?.format !== 'json') {
    throw new UsageError(
      `${client.title} does not keep its servers in JSON`,
      'write its servers into a file, and "mcp-pruner wrap --config FILE" into its configuration',
    )
  }
  const [put] = edit.puts
  const folder = join(place.dataFolder, 'gateway')
  return {
    place,
    title: client.title,
    file: edit.file,
    path: put?.path.slice(0, -1) ?? [],
    own: put?.value ?? {},
    config: join(folder, `${client.name}.json`),
    record: join(folder, `${client.name}.undo.json`),
  }
}

export function installGateway(name: string): number {
  const target = targetFor(name)
  const { place, title, file, path, config, record } = target
  if (readConfigFile(record) !== undefined) {
    throw new UsageError(`${title} is set up already`, `mcp-pruner wrap --uninstall ${name}`)
  }
  const before = readConfigFile(file)
  const servers =
    before === undefined ? undefined : valueAt(CONFIG_FORMATS.json.parse(before), path)
  if (before === undefined || !isFields(servers)) {
    throw new UsageError(`${file} has no servers to wrap`)
  }
  const wrapped: Record<string, Fields> = {}
  const left: Record<string, Json> = {}
  for (const [key, entry] of Object.entries(servers)) {
    const usable = key === SERVER_KEY ? undefined : asGatewayEntry(entry, dirname(file))
    if (usable) wrapped[key] = usable
    else left[key] = entry as Json
  }
  if (Object.keys(wrapped).length === 0) throw new UsageError(`${file} has no servers to wrap`)
  const value = { ...left, [GATEWAY_KEY]: startingGateway(target.own, place.entry, config) }
  const { text, undo } = CONFIG_FORMATS.json.put(before, { kind: 'member', path, value })
  if (!undo) throw new UsageError(`${file} was not changed`)
  copyApplication(bundleFolder(), place.dataFolder)
  makeFolders(dirname(config))
  writeSafely(config, `${JSON.stringify({ mcpServers: wrapped }, null, 2)}\n`, PRIVATE)
  const done: Wrapped = { file, before, afterHash: hashOf(text), undo }
  writeSafely(record, JSON.stringify(done), PRIVATE)
  writeSafely(file, text)
  say(`${title}: ${Object.keys(wrapped).join(', ')} behind one gateway, in ${file}`)
  const kept = Object.keys(left).filter((key) => key !== SERVER_KEY)
  if (kept.length > 0) say(`left as they are: ${kept.join(', ')}`)
  say(`undo: mcp-pruner wrap --uninstall ${name}`)
  return 0
}

export function uninstallGateway(name: string): number {
  const { title, config, record } = targetFor(name)
  const noted = readConfigFile(record)
  if (noted === undefined) throw new UsageError(`${title} has no gateway of ours`)
  const { file, before, afterHash, undo } = JSON.parse(noted) as Wrapped
  const current = readConfigFile(file)
  if (current !== undefined) {
    // Changes that others made since are kept.
    const restored =
      hashOf(current) === afterHash ? before : CONFIG_FORMATS.json.take(current, undo)
    if (restored === current) {
      throw new UsageError(
        `${file}: ${undo.path.join('.')} was changed since`,
        `its servers as they were are in ${config}`,
      )
    }
    writeSafely(file, restored)
  }
  removeSafely(record)
  removeSafely(config)
  say(`${title}: its servers are in ${file} again`)
  return 0
}

/** `undefined`: it is disabled, or the gateway cannot start it. */
function asGatewayEntry(entry: unknown, folder: string): Fields | undefined {
  if (!isFields(entry) || entry['enabled'] === false || entry['disabled'] === true) return undefined
  const { command, args = [], cwd, headers, type } = entry
  const env = entry['env'] ?? entry['environment']
  const url = entry['url'] ?? entry['httpUrl']
  if (typeof url === 'string') {
    return type === 'sse' ? undefined : { type: 'http', url, ...(isFields(headers) && { headers }) }
  }
  const [program, ...rest]: unknown[] = Array.isArray(command) ? command : [command]
  if (typeof program !== 'string' || !Array.isArray(args)) return undefined
  return {
    command: program,
    args: [...rest, ...(args as unknown[])],
    ...(isFields(env) && { env }),
    ...(typeof cwd === 'string' && { cwd: resolve(folder, cwd) }),
  }
}

/** How the client starts us, with the gateway's arguments after our entry file. */
function startingGateway(own: Json, entry: string, config: string): Json {
  if (Array.isArray(own)) {
    return own.flatMap((item) => (item === entry ? [item, 'wrap', '--config', config] : [item]))
  }
  if (typeof own !== 'object' || own === null) return own
  return Object.fromEntries(
    Object.entries(own).map(([key, value]) => [key, startingGateway(value, entry, config)]),
  )
}
