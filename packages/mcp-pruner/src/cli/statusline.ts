// `mcp-pruner statusline`: the savings of the current Claude Code session, in a few characters.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { UsageError } from '../errors/usage-error.js'
import { ledgerFiles } from '../ledger/ledger.js'
import { compact, dollars } from '../process/figures.js'
import { isColourOff } from '../process/terminal-style.js'
import { visible } from '../process/visible-text.js'
import { LedgerView } from '../report/page/ledger-view.js'
import { readPrices } from '../report/prices/price-table.js'
import { netMoney } from '../report/sessions/money-sums.js'
import { readTimeline } from '../report/sessions/session-timeline.js'
import { processEnv } from '../settings/environment.js'
import { readLedgerSettings } from '../settings/ledger-settings.js'
import { defineVerb } from './verb.js'

export const statusline = defineVerb({
  name: 'statusline',
  does: 'Prints what pruning saved in a session, for the status line of Claude Code.',
  usage: ['statusline [-- COMMAND [ARGS]...]'],
  args: { COMMAND: 'Another status line: run with the same input and printed first' },
  notes: [
    'It reads on standard input what Claude Code tells a status line, and prints tokens cut, dollars, and how often something was recovered; nothing before the first cut. "mcp-pruner install --statusline" sets it up.',
  ],
  async run({ positionals, command }) {
    if (positionals.length > 0) {
      throw new UsageError(
        `unexpected argument ${JSON.stringify(positionals[0])}`,
        'put a command after --',
      )
    }
    const input = process.stdin.isTTY ? '' : readFileSync(0, 'utf8')
    const other = command ? otherLine(command, input) : ''
    const own = await ownLine(transcriptIn(input))
    const line = [other, own].filter((part) => part !== '').join(' │ ')
    if (line !== '') process.stdout.write(`${line}\n`)
    return 0
  },
})

/** If this hung, the client's status line would hang. */
const OTHER_TIMEOUT_MS = 2000

function transcriptIn(input: string): string | undefined {
  try {
    const given = JSON.parse(input) as { transcript_path?: unknown }
    return typeof given.transcript_path === 'string' ? given.transcript_path : undefined
  } catch {
    return undefined
  }
}

/** Its colours are kept. */
function otherLine(command: readonly string[], input: string): string {
  const [program = '', ...rest] = command
  if (program === '') throw new UsageError('no command given after --')
  const { stdout } = spawnSync(program, rest, {
    input,
    encoding: 'utf8',
    timeout: OTHER_TIMEOUT_MS,
    // A single string is a command line, as in the client's settings.
    shell: rest.length === 0,
  })
  return (stdout ?? '').trimEnd()
}

async function ownLine(file: string | undefined): Promise<string> {
  if (file === undefined || !existsSync(file)) return ''
  const { cacheFolder } = readLedgerSettings(processEnv)
  const ledger = new LedgerView(ledgerFiles(cacheFolder))
  ledger.update()
  const known = (id: string, at: string | undefined) => ledger.cutOf(id, at)
  const timeline = await readTimeline({ client: 'claude', file }, known, readPrices(undefined))
  if (timeline.cutTokens === 0) return ''
  const recovered = timeline.recovered > 0 ? ` · ${timeline.recovered} recovered` : ''
  const text = `✂ ${compact(timeline.cutTokens)} · ${dollars(netMoney(timeline.money))}${recovered}`
  // Claude Code draws colours although stdout is not a terminal.
  return isColourOff() ? visible(text) : `\u001B[2m${visible(text)}\u001B[0m`
}
