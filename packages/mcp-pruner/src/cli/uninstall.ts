// `mcp-pruner uninstall`: removes exactly what an install added.

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { removeClients } from '../clients/install/apply-plan.js'
import { removeApplication } from '../clients/install/copy-application.js'
import {
  asideRecord,
  type InstallRecord,
  recordFile,
  writeRecord,
} from '../clients/install/install-record.js'
import { findLost, type LostEntry, removeLost } from '../clients/install/remove-lost.js'
import { backupFolder, removeFolders } from '../clients/install/safe-files.js'
import type { ClientName } from '../clients/registry.js'
import { AGENT_CLIENTS } from '../clients/registry.js'
import { helpText } from '../process/help-text.js'
import { optionsOf, readArgs } from '../process/read-args.js'
import { expectTerminal, saysYes } from './ask-yes.js'
import { clientNames, installPlace, recordOrTold } from './install-place.js'
import { runVerb, say, warn } from './verb.js'

const OPTIONS = {
  '--json': 'Print the outcome for programs',
  '-y, --yes': 'Do not ask before writing',
} as const

export const HELP = helpText({
  does: 'Removes the pruner from agent clients.',
  usage: ['uninstall [OPTIONS] [CLIENT]...'],
  args: { '[CLIENT]...': 'Clients to take it out of; without any, all of them' },
  options: OPTIONS,
  notes: [
    'A file that nobody else has changed is restored byte for byte; from any other, only our entries are removed.',
  ],
})

export const uninstall = (args: readonly string[]): Promise<number> =>
  runVerb('uninstall', HELP, args, async () => {
    const { values, positionals } = readArgs(args, optionsOf(OPTIONS))
    const named = clientNames(positionals)
    const place = installPlace(undefined)
    const { dataFolder } = place
    const record = recordOrTold('uninstall', dataFolder)
    if (record === 'damaged') return 1
    if (record === undefined) {
      const clients = named.length > 0 ? named.map((name) => AGENT_CLIENTS[name]) : undefined
      return takeOutLost(findLost(clients ?? Object.values(AGENT_CLIENTS), place), values)
    }
    const clients = named.length > 0 ? named : clientsIn(record)
    const files = filesOf(record, clients)
    if (!values.yes) {
      expectTerminal({ hint: 'pass --yes', isForPrograms: values.json })
      for (const file of files) say(`remove it from ${file}`)
      if (!(await saysYes('Go on?'))) return 1
    }
    return remove(dataFolder, record, clients, values.json)
  })

/** Entries of an install are found even without its record. */
async function takeOutLost(
  lost: readonly LostEntry[],
  { json, yes }: { readonly json: boolean; readonly yes: boolean },
): Promise<number> {
  if (lost.length > 0 && !yes) {
    expectTerminal({ hint: 'pass --yes', isForPrograms: json })
    for (const { file } of lost) say(`remove it from ${file}`)
    if (!(await saysYes('Go on?'))) return 1
  }
  const files = lost.map((entry) => ({ file: entry.file, action: removeLost(entry) }))
  if (json) say(JSON.stringify({ files, left: [] }))
  else if (files.length === 0) say('Nothing is installed.')
  else for (const { file, action } of files) say(`${action}: ${file}`)
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
  if (json) {
    say(JSON.stringify({ files: removal.files, left: removal.left }, null, 2))
  } else {
    for (const { file, action } of removal.files) say(`${action}: ${file}`)
    if (removal.files.length === 0) say('There was nothing to remove.')
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
