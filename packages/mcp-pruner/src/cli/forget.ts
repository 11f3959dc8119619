// `mcp-pruner forget`: deletes stored outputs, one or all of them.

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../errors/usage-error.js'
import { helpText } from '../process/help-text.js'
import { optionsOf, readArgs } from '../process/read-args.js'
import { processEnv } from '../settings/environment.js'
import { readLedgerSettings } from '../settings/ledger-settings.js'
import { openShell } from '../shell/shell-pipeline.js'
import { ledgerFolder } from '../stats/ledger.js'
import { LedgerFiles } from '../stats/ledger-files.js'
import { readLedger } from '../stats/read-ledger.js'
import { runVerb, say, warn } from './verb.js'

const OPTIONS = {
  '--all': 'Delete every text stored on this machine; figures stay, see stats --reset',
} as const

export const HELP = helpText({
  does: 'Deletes stored outputs.',
  usage: ['forget ID...', 'forget --all'],
  args: { 'ID...': 'The prn_… of answers whose text, question and answer are deleted' },
  options: OPTIONS,
})

export const forget = (args: readonly string[]): Promise<number> =>
  runVerb('forget', HELP, args, async () => {
    const { values, positionals: ids } = readArgs(args, optionsOf(OPTIONS))
    if (values.all === ids.length > 0) throw new UsageError('pass ids, or --all')
    return values.all ? forgetAll() : forgetSome(ids)
  })

async function forgetAll(): Promise<number> {
  const { settings } = openShell()
  const { location, folder } = settings.store
  if (location === 'memory') {
    say('Nothing is kept: MCP_PRUNER_STORE=memory ends with each server.')
    return 0
  }
  if (location !== 'disk') {
    warn('mcp-pruner forget: refusing to clear a shared Redis')
    warn('hint: forget ids one by one, or let them expire')
    return 1
  }
  rmSync(join(folder, 'artifacts'), { recursive: true, force: true })
  say(`Deleted all that was kept in ${join(folder, 'artifacts')}`)
  return 0
}

async function forgetSome(ids: readonly string[]): Promise<number> {
  const shell = openShell()
  try {
    const callsOf = callsByPruneId()
    let failed = false
    for (const id of ids) {
      if (await shell.recovery.forget(id, callsOf.get(id))) say(`Deleted ${id}`)
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
  for (const entry of readLedger(new LedgerFiles(ledgerFolder(cacheFolder))).entries) {
    if (entry.kind !== 'call' || entry.prune === undefined) continue
    calls.set(entry.prune, [...(calls.get(entry.prune) ?? []), entry.id])
  }
  return calls
}
