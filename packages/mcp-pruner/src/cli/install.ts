// `mcp-pruner install`: finds the agent clients, shows the changes, asks, writes them, and explains how to undo them.

import type { AgentClient, FileEdit, InstallPlace } from '../clients/agent-client.js'
import { sameJson } from '../clients/config/config-edit.js'
import { keepHookKey } from '../clients/hook-key.js'
import { applyPlan, type Failed } from '../clients/install/apply-plan.js'
import { copyApplication } from '../clients/install/copy-application.js'
import { findClients } from '../clients/install/find-clients.js'
import {
  type InstallRecord,
  setRecordAside,
  writeRecord,
} from '../clients/install/install-record.js'
import {
  editsFor,
  type InstallPlan,
  lostClients,
  planInstall,
} from '../clients/install/plan-install.js'
import { makeFolders } from '../clients/install/safe-files.js'
import { unifiedDiff } from '../clients/install/text-diff.js'
import { AGENT_CLIENTS, CLIENT_NAMES, type ClientName } from '../clients/registry.js'
import { optionFileError, UsageError } from '../errors/usage-error.js'
import { setNativeSwitch, usableSettings } from '../native/native-switch.js'
import { writeShellScripts } from '../native/shell-scripts.js'
import { statIfThere } from '../process/stat-file.js'
import { VERSION } from '../process/version.js'
import { confirmed, requireTerminal } from './ask-yes.js'
import { bundleFolder, clientNames, howToCall, installPlace, recordOr } from './install-place.js'
import { defineVerb, printJson, printLine, warn } from './verb.js'

export const install = defineVerb({
  name: 'install',
  does: 'Sets up agent clients to use the pruner.',
  usage: ['install [OPTIONS] [CLIENT]...'],
  args: {
    '[CLIENT]...':
      'Clients to set up, even if not found; by default, all that are found on this machine',
  },
  options: {
    '--user': "Write to the user's own configuration (the default)",
    '--project DIR': 'Write to the configuration of one project instead',
    '--native': "Prune the output of the client's built-in tools too, through its hooks",
    '--statusline': "Show savings in Claude Code's status line, unless it already has one",
    '--instructions': 'Add one line about the pruner to CLAUDE.md or AGENTS.md',
    '--ask': 'Have Claude Code ask before it uses the tools, instead of allowing them',
    '--dry-run': 'Print the changes as a diff and write nothing',
    '--json': 'Print the outcome for programs',
    '-y, --yes': 'Do not ask before writing',
  },
  choices: CLIENT_NAMES,
  notes: [`Clients: ${CLIENT_NAMES.join(', ')}`],
  async run({ values, positionals }) {
    if (values.user && values.project !== undefined) {
      throw new UsageError('--user and --project cannot be combined')
    }
    const place = installPlace(existingFolder(values.project))
    const named = clientNames(positionals)
    const clients = named.length > 0 ? named.map((name) => AGENT_CLIENTS[name]) : findClients(place)
    if (clients.length === 0) {
      warn(
        'mcp-pruner install: no agent client was found on this machine',
        'name one, for example: mcp-pruner install claude',
      )
      return 1
    }
    return installClients(clients, place, values)
  },
})

type Flag = 'native' | 'statusline' | 'instructions' | 'ask' | 'dry-run' | 'json' | 'yes'
type InstallFlags = Readonly<Record<Flag, boolean>>

async function installClients(
  clients: readonly AgentClient[],
  place: InstallPlace,
  flags: InstallFlags,
): Promise<number> {
  const { dataFolder } = place
  const found = recordOr(dataFolder, ({ message }) =>
    warn(`${message}: install backs it up and rebuilds it from the clients' files`),
  )
  const record = found === 'damaged' ? undefined : found
  const wanted = clients.flatMap((client) =>
    editsFor(client, place, flags, record).map((edit) => ({ client: client.name, edit })),
  )
  const without = clients.filter(({ name }) => !wanted.some(({ client }) => client === name))
  const lost = { dataFolder, clients: lostClients(clients, place, record) }
  const plan = planInstall(wanted, lost, record, place.project)
  const changes = plan.files.filter(({ current, after }) => current !== after)
  const isBad = plan.left.length > 0 || without.length > 0
  if (flags.native) usableSettings(dataFolder)

  if (!flags.json) describe(clients, plan, flags['dry-run'])
  for (const { title } of without) warn(`${title} has no per-project config; omit --project`)
  for (const { file, reason } of plan.left) warn(`${file} was left alone: ${reason}`)
  for (const { file, path } of entriesReplaced(plan, dataFolder)) {
    warn(`${file} has an entry ${path} of your own, which is replaced; uninstall puts it back`)
  }
  if (flags['dry-run']) return outcome(clients, plan, [], flags, isBad, false)
  if (changes.length > 0 && !flags.yes) {
    requireTerminal({
      hint: 'pass --yes, or preview the changes with --dry-run',
      isForPrograms: flags.json,
    })
    if (!(await confirmed('Write these changes?'))) return 1
  }

  const madeFolders = makeFolders(dataFolder)
  if (found === 'damaged') setRecordAside(dataFolder)
  copyApplication(bundleFolder(), dataFolder)
  const before = record ?? { version: VERSION, native: [], asking: [], madeFolders, files: {} }
  const isPlanned = (edit: FileEdit) =>
    wanted.some((each) => sameJson(each.edit, edit)) &&
    plan.files.some(({ file }) => file === edit.file)
  const hasHooks = ({ native }: AgentClient) => native?.(place).some(isPlanned) === true
  const next = { ...before, ...clientsIn(before, clients, flags, hasHooks), version: VERSION }
  if (next.native.length > 0) {
    keepHookKey(dataFolder, place.hookKey)
    writeShellScripts(dataFolder, place.node)
  }
  if (flags.native && next.native.length > 0) setNativeSwitch(dataFolder, true)
  writeRecord(dataFolder, next)
  const failed = applyPlan(place, next, plan.files)
  for (const { file, reason } of failed) warn(`${file} was not written: ${reason}`)
  return outcome(clients, plan, failed, flags, isBad || failed.length > 0, true)
}

/** Entries under our name that we did not write. */
const entriesReplaced = ({ files }: InstallPlan, dataFolder: string) =>
  files.flatMap(({ file, puts, current, after }) =>
    puts
      .filter(({ undo }) => undo.replaced !== undefined && !undo.replaced.includes(dataFolder))
      .filter(() => current !== after)
      .map(({ undo }) => ({ file, path: undo.path.join('.') })),
  )

/** Which clients have hooks now, and which must ask before using the tools. */
function clientsIn(
  before: InstallRecord,
  clients: readonly AgentClient[],
  { ask }: InstallFlags,
  hasHooks: (client: AgentClient) => boolean,
): Pick<InstallRecord, 'native' | 'asking'> {
  const asking = clients.filter(({ allow }) => ask && allow !== undefined)
  return {
    native: withNames(before.native, clients.filter(hasHooks)),
    asking: withNames(before.asking, asking),
  }
}

const withNames = (names: readonly ClientName[], clients: readonly AgentClient[]) => [
  ...new Set([...names, ...clients.map(({ name }) => name)]),
]

function describe(clients: readonly AgentClient[], plan: InstallPlan, isDryRun: boolean): void {
  for (const { file, clients: names, current, after } of plan.files) {
    if (isDryRun) process.stdout.write(unifiedDiff(file, current, after))
    else {
      const titles = clients.filter(({ name }) => names.includes(name)).map(({ title }) => title)
      const action = current === undefined ? 'create' : current === after ? 'unchanged' : 'change'
      printLine(`${titles.join(', ')}: ${action} ${file}`)
    }
  }
}

function outcome(
  clients: readonly AgentClient[],
  plan: InstallPlan,
  failed: readonly Failed[],
  { json, native, 'dry-run': isDryRun }: InstallFlags,
  isBad: boolean,
  written: boolean,
): number {
  if (json) {
    const files = plan.files.map(({ file, clients: names, current, after }) => ({
      file,
      clients: names,
      action: current === undefined ? 'create' : current === after ? 'none' : 'change',
      ...(isDryRun && { diff: unifiedDiff(file, current, after) }),
    }))
    const left = [...plan.left, ...failed]
    const names = clients.map(({ name }) => name)
    printJson({ clients: names, written, files, left, undo: 'mcp-pruner uninstall' })
  } else if (written) {
    const done = clients.filter(({ name }) =>
      plan.files.some((file) => file.clients.includes(name)),
    )
    for (const { title, afterNative, nativeReach, native: hooks } of native ? done : []) {
      if (hooks === undefined)
        printLine(`${title}: its built-in tools are not pruned: ${nativeReach}`)
      else if (afterNative !== undefined) printLine(afterNative)
    }
    const ending = isBad
      ? 'Not everything was written; see above.'
      : 'Done. Restart the clients that are running.'
    printLine(`${ending} To undo: mcp-pruner uninstall`)
    const hint = howToCall(installPlace(undefined))
    if (hint !== undefined) printLine(hint)
  }
  return isBad ? 1 : 0
}

function existingFolder(folder: string | undefined): string | undefined {
  if (folder === undefined) return undefined
  if (statIfThere(folder)?.isDirectory()) return folder
  throw optionFileError('--project', folder, 'it is not a folder')
}
