// `mcp-pruner uninstall`: removes exactly what an install added.

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { removeClients } from '../clients/install/apply-plan.js'
import { removeApplication } from '../clients/install/copy-application.js'
import {
  asideRecord,
  type InstallRecord,
  readRecord,
  recordFile,
  writeRecord,
} from '../clients/install/install-record.js'
import { findLost, type LostEntry, removeLost } from '../clients/install/remove-lost.js'
import { backupFolder, removeFolders } from '../clients/install/safe-files.js'
import { AGENT_CLIENTS, CLIENT_NAMES, type ClientName } from '../clients/registry.js'
import { confirmed, requireTerminal } from './ask-yes.js'
import { clientNames, installPlace } from './install-place.js'
import { defineVerb, printJson, printLine, warn } from './verb.js'

export const uninstall = defineVerb({
  name: 'uninstall',
  does: 'Removes the pruner from agent clients.',
  usage: ['uninstall [OPTIONS] [CLIENT]...'],
  args: { '[CLIENT]...': 'Clients to remove it from; default: all' },
  options: {
    '--json': 'Print the outcome for programs',
    '-y, --yes': 'Do not ask before writing',
  },
  choices: CLIENT_NAMES,
  notes: [
    'A file that nobody else has changed is restored byte for byte; from any other, only our entries are removed.',
  ],
  async run({ values, positionals }) {
    const named = clientNames(positionals)
    const place = installPlace(undefined)
    const { dataFolder } = place
    const record = readRecord(dataFolder)
    if (record === undefined) {
      const clients = named.length > 0 ? named.map((name) => AGENT_CLIENTS[name]) : undefined
      return removeUnrecorded(findLost(clients ?? Object.values(AGENT_CLIENTS), place), values)
    }
    const clients = named.length > 0 ? named : clientsIn(record)
    if (!values.yes && !(await agrees(filesOf(record, clients), values.json))) return 1
    return remove(dataFolder, record, clients, values.json)
  },
})

async function agrees(files: readonly string[], isForPrograms: boolean): Promise<boolean> {
  requireTerminal({ hint: 'pass --yes', isForPrograms })
  for (const file of files) printLine(`remove it from ${file}`)
  return confirmed('Continue?')
}

/** Entries of an install are found even without its record. */
async function removeUnrecorded(
  lost: readonly LostEntry[],
  { json, yes }: { readonly json: boolean; readonly yes: boolean },
): Promise<number> {
  const found = lost.map(({ file }) => file)
  if (found.length > 0 && !yes && !(await agrees(found, json))) return 1
  const files = lost.map((entry) => ({ file: entry.file, action: removeLost(entry) }))
  if (json) printJson({ files, left: [] })
  else if (files.length === 0) printLine('Nothing is installed.')
  else for (const { file, action } of files) printLine(`${action}: ${file}`)
  return 0
}

const clientsIn = ({ files }: InstallRecord): readonly ClientName[] => [
  ...new Set(Object.values(files).flatMap(({ puts }) => puts.map(({ client }) => client))),
]

const filesOf = ({ files }: InstallRecord, clients: readonly ClientName[]): string[] =>
  Object.keys(files).filter((file) =>
    files[file]?.puts.some(({ client }) => clients.includes(client)),
  )

function remove(
  dataFolder: string,
  record: InstallRecord,
  clients: readonly ClientName[],
  json: boolean,
): number {
  const removal = removeClients(dataFolder, record, clients)
  const isGone = Object.keys(removal.record.files).length === 0
  if (isGone) removeData(dataFolder, record.madeFolders)
  else {
    const native = removal.record.native.filter((name) => !clients.includes(name))
    writeRecord(dataFolder, { ...removal.record, native })
  }
  if (json) printJson({ files: removal.files, left: removal.left })
  else {
    for (const { file, action } of removal.files) printLine(`${action}: ${file}`)
    if (removal.files.length === 0) printLine('There was nothing to remove.')
  }
  for (const { file, reason } of removal.left) warn(`${file} was left alone: ${reason}`)
  return removal.left.length > 0 ? 1 : 0
}

/** Everything an install added to the data folder, and the folder itself if it is then empty. */
function removeData(dataFolder: string, madeFolders: readonly string[]): void {
  removeApplication(dataFolder)
  rmSync(join(dataFolder, 'native'), { recursive: true, force: true })
  for (const name of [recordFile(dataFolder), asideRecord(dataFolder)])
    rmSync(name, { force: true })
  removeFolders([...madeFolders, backupFolder(dataFolder)])
}
