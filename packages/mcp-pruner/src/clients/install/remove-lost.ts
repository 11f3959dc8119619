// Removes the entries of an install whose record is lost, recognised by content that only we write.
import type { AgentClient, InstallPlace } from '../agent-client.js'
import { isEmptyConfig } from './config-formats.js'
import { editsFor, lostClients, planInstall } from './plan-install.js'
import { removeSafely, writeSafely } from './safe-files.js'

export interface LostEntry {
  readonly file: string
  /** The file without our entries; `undefined` if nothing else is in it. */
  readonly without: string | undefined
}

/** Checks everything that an install could have written for these clients. */
export function findLost(
  clients: readonly AgentClient[],
  place: InstallPlace,
): readonly LostEntry[] {
  const everything = { native: true, instructions: true, ask: false }
  const wanted = clients.flatMap((client) =>
    editsFor(client, place, everything, undefined).map((edit) => ({ client: client.name, edit })),
  )
  const lost = {
    dataFolder: place.dataFolder,
    clients: lostClients(clients, place, undefined),
  }
  return planInstall(wanted, lost, undefined, place.project).files.flatMap(
    ({ file, base, current }) => {
      if (current === undefined || base === current) return []
      return [{ file, without: base === undefined || isEmptyConfig(base) ? undefined : base }]
    },
  )
}

export function removeLost({ file, without }: LostEntry): 'edited' | 'deleted' {
  if (without === undefined) {
    removeSafely(file)
    return 'deleted'
  }
  writeSafely(file, without)
  return 'edited'
}
