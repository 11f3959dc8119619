// `mcp-pruner forget`: deletes stored outputs, one or all of them.

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../errors/usage-error.js'
import { ledgerFiles } from '../ledger/ledger.js'
import { readLedger } from '../ledger/read-ledger.js'
import { processEnv } from '../settings/environment.js'
import { readLedgerSettings } from '../settings/ledger-settings.js'
import { openShell } from '../shell/shell-pipeline.js'
import { defineVerb, printLine, warn } from './verb.js'

export const forget = defineVerb({
  name: 'forget',
  does: 'Deletes stored outputs.',
  usage: ['forget ID...', 'forget --all'],
  args: { 'ID...': 'Ids (prn_…) of answers; each is deleted with its text and its question' },
  options: {
    '--all': 'Delete every text stored on this machine; figures stay, see stats --reset',
  },
  run({ values: { all }, positionals: ids }) {
    if (all === ids.length > 0) throw new UsageError('pass ids, or --all')
    return all ? forgetAll() : forgetSome(ids)
  },
})

function forgetAll(): number {
  const { settings } = openShell()
  const { location, folder } = settings.store
  if (location === 'memory') {
    printLine('Nothing is stored: MCP_PRUNER_STORE=memory ends with each server.')
    return 0
  }
  if (location !== 'disk') {
    warn('mcp-pruner forget: refusing to clear a shared Redis', 'pass ids, or let them expire')
    return 1
  }
  rmSync(join(folder, 'artifacts'), { recursive: true, force: true })
  printLine(`Deleted everything in ${join(folder, 'artifacts')}`)
  return 0
}

async function forgetSome(ids: readonly string[]): Promise<number> {
  const shell = openShell()
  try {
    const callsOf = callsByPruneId()
    let failed = false
    for (const id of ids) {
      if (await shell.recovery.forget(id, callsOf.get(id))) printLine(`Deleted ${id}`)
      else {
        warn(`mcp-pruner forget: ${id} is unknown or expired`)
        failed = true
      }
    }
    return failed ? 1 : 0
  } finally {
    await shell.close()
  }
}

/** Notes of the calls that showed a text are stored beside it; the ledger knows which. */
function callsByPruneId(): Map<string, string[]> {
  const { cacheFolder } = readLedgerSettings(processEnv)
  const calls = new Map<string, string[]>()
  for (const entry of readLedger(ledgerFiles(cacheFolder)).entries) {
    if (entry.kind !== 'call' || entry.prune === undefined) continue
    calls.set(entry.prune, [...(calls.get(entry.prune) ?? []), entry.id])
  }
  return calls
}
