// The report for a terminal: the money first, then where it comes from, and where pruning makes things worse.
import { compact, counted, dollars, figure, percent, ratio } from '../../process/figures.js'
import { PLAIN_STYLE, type TerminalStyle } from '../../process/terminal-style.js'
import { shortenStart, textTable, wrapText } from '../../process/text-table.js'
import {
  COST_HEADS,
  costRows,
  damageText,
  KIND_HEADS,
  kindRow,
  kindsOf,
  missedIn,
  missText,
  NO_BILL,
  notTakenByReason,
  PASSED_HEADS,
  passedRows,
  pricesText,
  repeatsText,
  SESSION_HEADS,
  sessionRow,
  tokenRows,
} from './kind-table.js'
import { type ReplayReport, shareSaved, WORSE } from './replay-report.js'

export const NO_SESSIONS = `No recorded sessions were found.

They are looked for where Claude Code (~/.claude/projects), Codex (~/.codex/sessions), Gemini CLI
(~/.gemini/tmp), Copilot CLI (~/.copilot/session-state) and opencode keep them. Name files or folders
to replay others: mcp-pruner replay FOLDER
`

const LISTED = 10
const NOT_TAKEN_LISTED = 3

export function replayText(report: ReplayReport, style: TerminalStyle = PLAIN_STYLE): string {
  const { total, sessions, sessionsWithOutput } = report
  if (sessions === 0 && report.notTaken.length === 0) return NO_SESSIONS
  if (sessionsWithOutput === 0) {
    const told =
      sessions === 0
        ? 'No session was read.'
        : `${counted(sessions, 'session')}, none with tool output.`
    return `${[told, ...left(report, style)].join('\n')}\n`
  }
  const lines = [
    ...money(report, style),
    '',
    `${counted(sessions, 'session')}, ${figure(sessionsWithOutput)} with tool output; ${figure(total.pruned)} of ${figure(total.outputs)} outputs would have been pruned`,
    '',
    style.bold('Tokens of tool output'),
    ...tokenRows(total).map(({ label, value }) => bar(label, value, total.raw)),
    '',
    wrapText(`${missText(total)}.`, style.width),
    ...(repeatsText(report) === '' ? [] : [wrapText(repeatsText(report), style.width)]),
    '',
    ...byCost(report, style),
    textTable(
      KIND_HEADS,
      [
        ...kindsOf(report.byKind).map(([name, figures]) => kindRow(name, figures)),
        kindRow('all', total),
      ],
      style,
    ),
    '',
    textTable(PASSED_HEADS, passedRows(report.passed, total.raw), style),
    ...sessionsPart(report, style),
    ...misses(report, style),
    ...left(report, style),
    '',
    wrapText(
      `${pricesText(report)}. Tokens are estimates (o200k). Use is a lower bound: lines edited, copied, searched for, quoted, opened or named soon after.`,
      style.width,
    ),
  ]
  return `${lines.join('\n')}\n`
}

function money({ cost }: ReplayReport, style: TerminalStyle): readonly string[] {
  if (cost.sessions === 0) return [NO_BILL]
  const { recorded, saved, savedLow, savedHigh, carriedLess, requests } = cost
  const paint = saved < 0 ? style.bad : style.good
  return [
    `${style.bold(`Bill of ${counted(cost.sessions, 'session')}: ${dollars(recorded)}`)}; pruning would have ${saved < 0 ? 'added' : 'saved'} ${paint(`${dollars(Math.abs(saved))} (${percent(ratio(Math.abs(saved), recorded))})`)}`,
    style.faint(
      `low ${dollars(savedLow)}: every miss reads the whole output again; high ${dollars(savedHigh)}: no miss`,
    ),
    style.faint(
      `${compact(carriedLess)} tokens less to carry over ${counted(requests, 'request')}, each token counted as often as it was sent`,
    ),
  ]
}

function byCost(
  { costByClient, costByModel, cost }: ReplayReport,
  style: TerminalStyle,
): readonly string[] {
  if (cost.sessions === 0) return []
  return [
    textTable(['by client', ...COST_HEADS.slice(1)], costRows(costByClient), style),
    '',
    textTable(['by model', ...COST_HEADS.slice(1)], costRows(costByModel), style),
    '',
  ]
}

function sessionsPart({ rows, bySaving }: ReplayReport, style: TerminalStyle): readonly string[] {
  const counts = bySaving.filter(({ sessions }) => sessions > 0)
  const worse = rows.filter((row) => shareSaved(row) < 0).reverse()
  return [
    '',
    `Sessions: ${counts.map(({ label, sessions }) => `${figure(sessions)} ${label === WORSE ? 'would cost more' : label}`).join(', ')}`,
    ...listing(
      'Most saved',
      textTable(SESSION_HEADS, rows.slice(0, LISTED).map(sessionRow), style).split('\n'),
      style,
    ),
    ...(worse.length > 0
      ? listing(
          'Would cost more',
          textTable(SESSION_HEADS, worse.slice(0, LISTED).map(sessionRow), style).split('\n'),
          style,
        )
      : []),
  ]
}

const misses = ({ misses: all }: ReplayReport, style: TerminalStyle): readonly string[] =>
  all.length === 0
    ? []
    : listing(
        'Worst misses',
        all.slice(0, LISTED).map((miss) => {
          const { line, use, tokens, text } = miss
          const place = `  ${oneLine(missedIn(miss))}:${line}  ${use}, ${figure(tokens)} tokens`
          return `${place}  ${style.faint(text)}`
        }),
        style,
      )

const oneLine = (text: string): string => text.replace(/\s+/g, ' ')

function left(report: ReplayReport, style: TerminalStyle): readonly string[] {
  const reasons: string[] = []
  for (const [reason, files] of notTakenByReason(report)) {
    const more = files.length - NOT_TAKEN_LISTED
    reasons.push(`  ${counted(files.length, 'file')}: ${reason}`)
    for (const file of files.slice(0, NOT_TAKEN_LISTED)) {
      reasons.push(style.faint(`    ${shortenStart(file, style.width - 4)}`))
    }
    if (more > 0) reasons.push(style.faint(`    … and ${figure(more)} more (--json)`))
  }
  return [
    ...(report.damagedLines > 0 ? ['', damageText(report.damagedLines)] : []),
    ...(reasons.length > 0 ? listing('Skipped', reasons, style) : []),
  ]
}

const listing = (
  title: string,
  rows: readonly string[],
  { bold }: TerminalStyle,
): readonly string[] => ['', bold(title), ...rows]

const LABEL = 32
const BAR = 20

/** From zero, and never wider than its space. */
function bar(label: string, tokens: number, raw: number): string {
  const share = ratio(tokens, raw)
  const drawn = '█'.repeat(Math.round(Math.min(1.5, share) * BAR))
  return `  ${label.padEnd(LABEL)}${figure(tokens).padStart(12)}  ${percent(share).padStart(7)}  ${drawn}`.trimEnd()
}
