// The summary for people: net savings first, where they come from, a small chart by day, then by tool, project and
// client. It claims nothing that the ledger cannot show.
import { counted, dollars, figure, percent } from '../../process/figures.js'
import { PLAIN_STYLE, type TerminalStyle } from '../../process/terminal-style.js'
import { textTable, wrapText } from '../../process/text-table.js'
import { visible } from '../../process/visible-text.js'
import { effectText, moneyText, shellText, trustText } from './savings-text.js'
import type { Group, Summary } from './summary.js'

const MAX_ROWS = 12
const MAX_DAYS = 14
const BAR = 30

export const NOTHING_YET = `No call of an agent client has been recorded yet.

Calls appear here once an agent client uses mcp-pruner: its tools (mcp-pruner install), a wrapped
server (mcp-pruner wrap -- COMMAND) or the service (mcp-pruner serve). MCP_PRUNER_LEDGER=off turns
recording off.
`

const NOTHING_THEN =
  'No call of an agent client was recorded in that time. Without --since, everything is shown.\n'

/** `isPart`: for a period of time, which may be empty. */
export function reportOf(
  summary: Summary,
  isPart = false,
  style: TerminalStyle = PLAIN_STYLE,
): string {
  const { total, byDay, byTool, byServer, byProject, byClient, effect, shell } = summary
  if (total.calls === 0 && total.list === 0 && total.recovered === 0) {
    const nothing = isPart ? NOTHING_THEN : NOTHING_YET
    const atPrompt = shell ? [wrapText(shellText(shell), style.width)] : []
    return [nothing, ...[...atPrompt, ...damage(summary)].map((line) => `\n${line}\n`)].join('')
  }
  const parts = [
    headline(summary, style),
    breakdown(summary),
    wrapText(trustText(total), style.width),
    ...(shell ? [wrapText(shellText(shell), style.width)] : []),
    ...(effect ? [wrapText(effectText(effect), style.width)] : []),
    chart(byDay, style),
    table('tool', byTool, style),
    ...(byServer.length > 0 ? [table('server', byServer, style)] : []),
    table('project', byProject, style),
    table('client', byClient, style),
    [wrapText(NOTE, style.width), ...damage(summary)].join('\n'),
  ]
  return `${parts.join('\n\n')}\n`
}

function headline({ total, money }: Summary, style: TerminalStyle): string {
  const { net, raw, calls, expectedNet, estimated, cut } = total
  const share = raw > 0 ? ` (${percent(net / raw)} of ${figure(raw)})` : ''
  const paint = net < 0 ? style.bad : style.good
  const word = net >= 0 ? 'saving' : 'loss'
  const lines = [
    `Net ${word}: ${paint(style.bold(dollars(Math.abs(money.once))))} and more, ${style.bold(figure(Math.abs(net)))} tokens${share} in ${counted(calls, 'call')}`,
    style.faint(wrapText(moneyText(money), style.width)),
  ]
  if (estimated === 0) return lines.join('\n')
  return [
    ...lines,
    wrapText(
      `By expectation: ${dollars(money.expectedOnce)}, ${figure(expectedNet)} tokens, with the misses charged that the engine expects (known of ${figure(estimated)} of ${counted(cut, 'cut call')})`,
      style.width,
    ),
  ].join('\n')
}

const breakdown = ({ total }: Summary): string =>
  [
    ['tool output, raw', total.raw],
    ['shown of it', -total.shown],
    ['questions', -total.question],
    ['recovered', -total.recovered],
    ['read or run again', -total.again],
    ['tool lists', -total.list],
    ...(total.estimated > 0 ? [['expected misses', -total.expected] as const] : []),
  ]
    .map(([name, value]) => `  ${String(name).padEnd(18)}${figure(Number(value)).padStart(14)}`)
    .join('\n')

function chart(days: readonly Group[], style: TerminalStyle): string {
  const shown = days.slice(-MAX_DAYS)
  const most = Math.max(1, ...shown.map(({ net }) => Math.abs(net)))
  const rows = shown.map(({ name, net }) => {
    const drawn = (net < 0 ? '▒' : '█').repeat(Math.round((Math.abs(net) / most) * BAR))
    const bar = net < 0 ? style.bad(drawn) : style.good(drawn)
    return `  ${name}  ${figure(net).padStart(12)}  ${bar}`.trimEnd()
  })
  return [style.bold('Net by day'), ...rows].join('\n')
}

function table(title: string, groups: readonly Group[], style: TerminalStyle): string {
  const heads = [`by ${title}`, 'calls', 'raw', 'shown', 'recovered', 'again', 'net']
  const rows = groups
    .slice(0, MAX_ROWS)
    .map(({ name, calls, raw, shown, recovered, again, net }) =>
      [shorten(name)].concat([calls, raw, shown, recovered, again, net].map(figure)),
    )
  const left = groups.length - rows.length
  const more = left > 0 ? `\n… and ${left} more (--json)` : ''
  return textTable(heads, rows, style) + more
}

const NOTE =
  'Tokens are estimates (o200k). "raw": what the client would have shown without mcp-pruner. "again": output of calls that repeated a cut one within twelve calls.'

const were = (count: number): string => (count === 1 ? 'was' : 'were')

function damage({ damagedLines, damagedSums = 0 }: Summary): readonly string[] {
  const lines = `${counted(damagedLines, 'damaged line')} ${were(damagedLines)} skipped.`
  const sums = `${counted(damagedSums, 'damaged file')} of older days ${were(damagedSums)} skipped: those days are missing here.`
  return [...(damagedLines > 0 ? [lines] : []), ...(damagedSums > 0 ? [sums] : [])]
}

const NAME = 44
/** Names of tools, folders and clients come from outside. */
function shorten(given: string): string {
  const name = visible(given).replace(/\r?\n/g, '\\n').replace(/\t/g, ' ')
  return name.length > NAME ? `…${name.slice(name.length - NAME + 1)}` : name
}
