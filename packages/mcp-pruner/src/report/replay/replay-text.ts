// The report for a terminal: what it would have meant first, then where it comes from, and where it is worse.
import { counted, figure, percent, ratio } from '../../process/figures.js'
import { damageText, KIND_HEADS, kindRow, kindsOf, tokenRows } from './kind-table.js'
import type { ReplayReport } from './replay-report.js'

export const NO_SESSIONS = `No recorded sessions were found.

Claude Code records them in ~/.claude/projects, Codex in ~/.codex/sessions. Name files or folders to
replay others: mcp-pruner replay FOLDER
`

const NOT_CHOSEN = 'No recorded session is of that time and project.\n'

/** `isPart`: of a time or a project, of which there may be none. */
export function replayText(report: ReplayReport, isPart = false): string {
  const { total, sessions, sessionsWithOutput, cost } = report
  if (sessions === 0 && report.unreadable.length === 0) return isPart ? NOT_CHOSEN : NO_SESSIONS
  if (sessionsWithOutput === 0) {
    return `${[`${counted(sessions, 'session')}, none with tool output.`, ...skipped(report)].join('\n')}\n`
  }
  const { raw } = total
  const lines = [
    `${counted(sessions, 'session')}, ${figure(sessionsWithOutput)} with tool output; ${figure(total.pruned)} of ${figure(total.outputs)} outputs would have been pruned`,
    '',
    'Tokens of tool output',
    ...tokenRows(total).map(({ label, value }, i) => row(i < 2 ? label : `… ${label}`, value, raw)),
    '',
    `Lines that the agent went on to use: ${figure(total.used)}; cut of them: ${figure(total.usedCut)} (${percent(ratio(total.usedCut, total.used))})`,
    `Outputs with such a line cut: ${figure(total.missed)} of ${figure(total.pruned)} (${percent(ratio(total.missed, total.pruned))})`,
    ...(cost.sessions > 0
      ? [
          `Cost of ${counted(cost.sessions, 'whole session')} by the client's own figures: ${percent(ratio(cost.pruned, cost.recorded) - 1, true)}`,
        ]
      : []),
    `Sessions that would have got worse: ${figure(report.worseCount)} of ${figure(sessionsWithOutput)}`,
    '',
    kinds(report),
    ...listing(
      'Worst sessions',
      report.worse.map(({ file, raw: was, block }) => `  +${figure(block - was)} tokens  ${file}`),
    ),
    ...listing(
      'Worst misses',
      report.misses.map(
        ({ what, line, use, tokens, text, tool }) =>
          `  ${what === '' ? tool : what}:${line}  ${use}, ${figure(tokens)} tokens  ${text}`,
      ),
    ),
    ...skipped(report),
    '',
    'Tokens are estimates (o200k). Use is a lower bound: lines edited, quoted, opened or named soon after.',
  ]
  return `${lines.join('\n')}\n`
}

const skipped = ({ damagedLines, unreadable }: ReplayReport): readonly string[] => [
  ...(damagedLines > 0 ? ['', damageText(damagedLines)] : []),
  ...listing(
    'Could not be read',
    unreadable.map((file) => `  ${file}`),
  ),
]

const LABEL = 38
const BAR = 24

function row(label: string, tokens: number, raw: number): string {
  const share = ratio(tokens, raw)
  const bar = '█'.repeat(Math.round(Math.min(1.5, share) * BAR))
  return `  ${label.padEnd(LABEL)}${figure(tokens).padStart(13)}  ${percent(share).padStart(7)}  ${bar}`
}

function kinds({ byKind, total }: ReplayReport): string {
  const rows = [
    KIND_HEADS,
    ...kindsOf(byKind).map(([name, figures]) => kindRow(name, figures)),
    kindRow('all', total),
  ]
  const widths = KIND_HEADS.map((_, i) => Math.max(...rows.map((one) => one[i]?.length ?? 0)))
  return rows
    .map((one) =>
      one.map((cell, i) => (i === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[i] ?? 0))),
    )
    .map((one) => one.join('  '))
    .join('\n')
}

const listing = (title: string, rows: readonly string[]): readonly string[] =>
  rows.length === 0 ? [] : ['', title, ...rows]
