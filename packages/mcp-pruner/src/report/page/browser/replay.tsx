// Replay: what pruning would have saved in the sessions recorded on this machine.
import { useState } from 'preact/hooks'
import {
  billRows,
  COST_HEADS,
  damageText,
  KIND_HEADS,
  kindRow,
  kindsOf,
  missedIn,
  missText,
  NO_BILL,
  NOT_TAKEN_HEADS,
  notTakenRows,
  PASSED_HEADS,
  passedRows,
  pricesText,
  repeatsText,
  SESSION_HEADS,
  sessionRow,
  TOKEN_HEADS,
  tokenRows,
  tokenTable,
} from '../../replay/kind-table.js'
import type { ReplayState } from '../ui-api.js'
import { ask } from './ask.js'
import {
  counted,
  dollars,
  figure,
  percent,
  ratio,
  sessionName,
  shortened,
  shortPath,
} from './format.js'
import { Empty, Problem, Table } from './parts.js'
import { Plot } from './plot.js'
import { useAsked } from './use-asked.js'

const EVERY_MS = 700

interface Assumed {
  readonly since: string
  readonly project: string
  /** As typed: a number that is half written must not be written over. */
  readonly callTokens: string
  readonly missesPerSeen: string
}

const ASSUMED: Assumed = { since: '', project: '', callTokens: '100', missesPerSeen: '1' }

export function Replay() {
  const [runs, setRuns] = useState(0)
  const [refused, setRefused] = useState<string>()
  const [assumed, setAssumed] = useState(ASSUMED)
  const { answer, problem } = useAsked<ReplayState>(() => '/api/replay', String(runs), EVERY_MS)
  const start = () => {
    const numbers = {
      callTokens: Number(assumed.callTokens),
      missesPerSeen: Number(assumed.missesPerSeen),
    }
    ask('/api/replay', { ...assumed, ...numbers }).then(
      () => setRuns(runs + 1),
      (error: Error) => setRefused(error.message),
    )
  }
  const isRunning = answer?.state === 'running'
  return (
    <>
      <h1>Replay</h1>
      <p>
        Reads the sessions that the clients have recorded on this machine and prunes their tool
        outputs. Nothing is changed, and nothing leaves the machine.
      </p>
      <Fields assumed={assumed} onChange={setAssumed} />
      <p>
        <button type="button" class="main" disabled={isRunning} onClick={start}>
          {answer?.state === 'done' ? 'Replay again' : 'Replay the sessions of this machine'}
        </button>
      </p>
      <Problem text={problem ?? refused ?? answer?.message} />
      {answer && isRunning && (
        <p role="status">
          <progress value={answer.share} max={1} aria-label="Progress of the replay" />{' '}
          {figure(answer.filesDone)} of {figure(answer.files)} sessions
          {answer.secondsLeft !== undefined && `, about ${figure(answer.secondsLeft)} s left`}
        </p>
      )}
      {answer?.state === 'done' && answer.report && <Report report={answer.report} />}
    </>
  )
}

function Fields(props: { assumed: Assumed; onChange: (assumed: Assumed) => void }) {
  const { assumed, onChange } = props
  const number = (name: 'callTokens' | 'missesPerSeen', label: string, step: number) => (
    <label>
      {label}
      <input
        type="number"
        min={0}
        step={step}
        value={assumed[name]}
        onInput={(event) => onChange({ ...assumed, [name]: event.currentTarget.value })}
      />
    </label>
  )
  return (
    <fieldset class="filters">
      <legend>Assumptions</legend>
      <label>
        sessions of
        <select
          value={assumed.since}
          onChange={(event) => onChange({ ...assumed, since: event.currentTarget.value })}
        >
          <option value="">all time</option>
          <option value="7d">the last 7 days</option>
          <option value="4w">the last 4 weeks</option>
        </select>
      </label>
      <label>
        project folder
        <input
          value={assumed.project}
          placeholder="any"
          onInput={(event) => onChange({ ...assumed, project: event.currentTarget.value })}
        />
      </label>
      {number('callTokens', 'tokens of a recovery call', 10)}
      {number('missesPerSeen', 'misses for each one seen', 0.5)}
    </fieldset>
  )
}

type Given = { readonly report: NonNullable<ReplayState['report']> }

function Report({ report }: Given) {
  if (report.sessionsWithOutput === 0) return <NothingTaken report={report} />
  const { total } = report
  return (
    <>
      <InMoney report={report} />
      <p>
        {counted(report.sessions, 'session')}, {counted(total.outputs, 'output')},{' '}
        {figure(total.pruned)} pruned. {missText(total)}. {repeatsText(report)}
      </p>
      <Tokens report={report} />
      <h2>By kind of call</h2>
      <Table
        caption="By kind of call"
        heads={KIND_HEADS}
        rows={kindsOf(report.byKind).map(([name, figures]) => kindRow(name, figures))}
      />
      <h2>Why not pruned</h2>
      <Table
        caption="Why not pruned"
        heads={PASSED_HEADS}
        rows={passedRows(report.passed, total.raw)}
      />
      <SessionsPart report={report} />
      <Misses report={report} />
      {report.notTaken.length > 0 && <NotTaken report={report} />}
      {report.damagedLines > 0 && <p>{damageText(report.damagedLines)}</p>}
      <p class="quiet">{pricesText(report)}. Tokens are estimates (o200k).</p>
    </>
  )
}

const NothingTaken = ({ report }: Given) => (
  <>
    <Empty
      title={
        report.sessions === 0 ? 'No recorded sessions' : 'No tool output in the recorded sessions'
      }
    >
      <p>
        Claude Code records them in <code>~/.claude/projects</code>, Codex in{' '}
        <code>~/.codex/sessions</code>, Gemini CLI in <code>~/.gemini/tmp</code>, Copilot CLI in{' '}
        <code>~/.copilot/session-state</code>. opencode in a database, which Node 22.13 or newer
        reads; or give <code>mcp-pruner replay</code> what <code>opencode export</code> writes.
      </p>
    </Empty>
    {report.notTaken.length > 0 && <NotTaken report={report} />}
  </>
)

const NotTaken = ({ report }: Given) => (
  <>
    <h2>Skipped files</h2>
    <Table caption="Skipped files" heads={NOT_TAKEN_HEADS} rows={notTakenRows(report)} />
  </>
)

function SessionsPart({ report: { rows, bySaving } }: Given) {
  return (
    <>
      <h2>Sessions</h2>
      <Plot
        title="sessions by what they save"
        x={bySaving.map((_, i) => i)}
        names={bySaving.map(({ label }) => label.replace(/^saves /, ''))}
        series={[
          { label: 'sessions', values: bySaving.map(({ sessions }) => sessions), kind: 'bars' },
        ]}
      />
      <Table
        caption="Sessions"
        heads={SESSION_HEADS}
        rows={rows.map((row) => {
          const [, ...figures] = sessionRow(row)
          const project = row.project === undefined ? '' : `${shortPath(row.project)} · `
          const session = {
            text: `${project}${sessionName(row.file)}`,
            href: `#session/${encodeURIComponent(row.file)}`,
          }
          return [session, ...figures]
        })}
      />
    </>
  )
}

function Misses({ report: { misses } }: Given) {
  if (misses.length === 0) return null
  return (
    <>
      <h2>Worst misses</h2>
      <Table
        caption="Worst misses"
        isWide
        heads={['where', 'use', 'tokens', 'line']}
        rows={misses.map((miss) => [
          {
            text: `${shortened(missedIn(miss))}:${miss.line}`,
            title: missedIn(miss),
            href: `#replayed/${encodeURIComponent(miss.session)}/${encodeURIComponent(miss.call)}`,
          },
          miss.use,
          figure(miss.tokens),
          shortened(miss.text, 160),
        ])}
      />
    </>
  )
}

function InMoney({ report }: Given) {
  const { cost } = report
  if (cost.sessions === 0) return <p>{NO_BILL}</p>
  return (
    <>
      <p class="headline">
        <strong class={cost.saved < 0 ? 'loss' : undefined}>{dollars(cost.saved)}</strong> of{' '}
        {dollars(cost.recorded)} saved ({percent(ratio(cost.saved, cost.recorded))}), low{' '}
        {dollars(cost.savedLow)}, high {dollars(cost.savedHigh)}
      </p>
      <h2>By client and model</h2>
      <Table caption="By client and model" heads={COST_HEADS} rows={billRows(report)} />
    </>
  )
}

function Tokens({ report: { total } }: Given) {
  const bars = tokenRows(total)
  return (
    <>
      <h2>Tokens of tool output</h2>
      <Plot
        title="tokens of tool output"
        x={[0, 1, 2, 3]}
        names={bars.map(({ label }) => label.replace(/^every miss: /, ''))}
        series={[{ label: 'tokens', values: bars.map(({ value }) => value), kind: 'bars' }]}
      />
      <Table caption="Tokens of tool output" heads={TOKEN_HEADS} rows={tokenTable(total)} />
    </>
  )
}
