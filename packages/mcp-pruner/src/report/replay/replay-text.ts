// The report for a terminal: the money first, then where it comes from, and where pruning makes things worse.
import { compact, counted, dollars, figure, percent, ratio } from '../../process/figures.js'
import { PLAIN_STYLE, type TerminalStyle } from '../../process/terminal-style.js'
import { shortenStart, textTable, wrapText } from '../../process/text-table.js'
import type { ReplayReport } from './replay-report.js'
import {
  basisText,
  NO_BILL,
  notTakenByReason,
  replaySections,
  type Section,
  textOf,
} from './replay-sections.js'

export const NO_SESSIONS = `No recorded sessions were found.

They are looked for where Claude Code (~/.claude/projects), Codex (~/.codex/sessions), Gemini CLI
(~/.gemini/tmp), Copilot CLI (~/.copilot/session-state) and opencode keep them. Name files or folders
to replay others: mcp-pruner replay FOLDER
`

const LISTED = 10
const NOT_TAKEN_LISTED = 3
const BAR = 20

export function replayText(report: ReplayReport, style: TerminalStyle = PLAIN_STYLE): string {
  const { total, sessions, sessionsWithOutput } = report
  if (sessions === 0 && report.notTaken.length === 0) return NO_SESSIONS
  if (sessionsWithOutput === 0) {
    const summary =
      sessions === 0
        ? 'No session was read.'
        : `${counted(sessions, 'session')}, none with tool output.`
    return `${[summary, ...skipped(report, style)].join('\n')}\n`
  }
  const lines = [
    ...money(report, style),
    '',
    `${counted(sessions, 'session')}, ${figure(sessionsWithOutput)} with tool output; ${figure(total.pruned)} of ${figure(total.outputs)} outputs would have been pruned`,
    ...replaySections(report).flatMap((section) => sectionText(section, style)),
    ...skipped(report, style),
    '',
    wrapText(basisText(report), style.width),
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
      wrapText(
        `low ${dollars(savedLow)}: every miss reads the whole output again; high ${dollars(savedHigh)}: no miss`,
        style.width,
      ),
    ),
    style.faint(
      wrapText(
        `${compact(carriedLess)} tokens less to carry over ${counted(requests, 'request')}, each token counted as often as it was sent`,
        style.width,
      ),
    ),
  ]
}

function sectionText({ title, text, heads, rows, bars }: Section, style: TerminalStyle): string[] {
  const listed = rows.slice(0, LISTED).map((row) => row.map(textOf))
  const most = Math.max(1, ...(bars ?? []))
  const drawn = bars?.map((value) => '█'.repeat(Math.round((value / most) * BAR)))
  const table = drawn
    ? textTable(
        [...heads, ''],
        listed.map((row, i) => [...row, drawn[i] ?? '']),
        style,
      )
    : textTable(heads, listed, style)
  const more = rows.length - listed.length
  return [
    '',
    style.bold(title),
    ...(listed.length > 0 ? [table] : []),
    ...(more > 0 ? [style.faint(`… and ${figure(more)} more (--json)`)] : []),
    ...(text === undefined ? [] : [style.faint(wrapText(text, style.width))]),
  ]
}

function skipped(report: ReplayReport, style: TerminalStyle): string[] {
  const reasons: string[] = []
  for (const [reason, files] of notTakenByReason(report)) {
    const more = files.length - NOT_TAKEN_LISTED
    reasons.push(`  ${counted(files.length, 'file')}: ${reason}`)
    for (const file of files.slice(0, NOT_TAKEN_LISTED)) {
      reasons.push(style.faint(`    ${shortenStart(file, style.width - 4)}`))
    }
    if (more > 0) reasons.push(style.faint(`    … and ${figure(more)} more (--json)`))
  }
  return reasons.length > 0 ? ['', style.bold('Skipped'), ...reasons] : []
}
