// Replay: what pruning would have saved in the sessions recorded on this machine.
import { useState } from 'preact/hooks'
import {
  COST_HEADS,
  costRow,
  costRows,
  damageText,
  KIND_HEADS,
  kindRow,
  kindsOf,
  missText,
  PASSED_HEADS,
  passedRows,
  pricesText,
  SESSION_HEADS,
  sessionRow,
  tokenRows,
} from '../../replay/kind-table.js'
import type { ReplayState } from '../ui-api.js'
import { ask } from './ask.js'
import { counted, dollars, figure, percent, ratio } from './format.js'
import { Empty, Problem, Table } from './parts.js'
import { Plot } from './plot.js'
import { useAsked } from './use-asked.js'

const EVERY_MS = 700

export function Replay() {
  const [runs, setRuns] = useState(0)
  const [refused, setRefused] = useState<string>()
  const { answer, problem } = useAsked<ReplayState>(() => '/api/replay', String(runs), EVERY_MS)
  const start = () => {
    ask('/api/replay', undefined, 'POST').then(
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
        </p>
      )}
      {answer?.state === 'done' && answer.report && <Report report={answer.report} />}
    </>
  )
}

type Given = { readonly report: NonNullable<ReplayState['report']> }

function Report({ report }: Given) {
  if (report.sessionsWithOutput === 0) {
    const { sessions } = report
    return (
      <Empty
        title={sessions === 0 ? 'No recorded sessions' : 'No tool output in the recorded sessions'}
      >
        <p>
          Claude Code records them in <code>~/.claude/projects</code>, Codex in{' '}
          <code>~/.codex/sessions</code>.
        </p>
      </Empty>
    )
  }
  const { total } = report
  return (
    <>
      <InMoney report={report} />
      <p>
        {counted(report.sessions, 'session')}, {counted(total.outputs, 'output')},{' '}
        {figure(total.pruned)} pruned. {missText(total)}.
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
      <h2>Sessions</h2>
      <Table caption="Sessions" heads={SESSION_HEADS} rows={report.rows.map(sessionRow)} />
      {report.damagedLines > 0 && <p>{damageText(report.damagedLines)}</p>}
      <p class="quiet">{pricesText(report)}. Tokens are estimates (o200k).</p>
    </>
  )
}

function InMoney({ report }: Given) {
  const { cost } = report
  if (cost.sessions === 0) return <p>The clients recorded no usage, so no bill is known.</p>
  return (
    <>
      <p class="headline">
        <strong class={cost.saved < 0 ? 'loss' : undefined}>{dollars(cost.saved)}</strong> of{' '}
        {dollars(cost.recorded)} saved ({percent(ratio(cost.saved, cost.recorded))}), low{' '}
        {dollars(cost.savedLow)}, high {dollars(cost.savedHigh)}
      </p>
      <Table
        caption="By client and model"
        heads={COST_HEADS}
        rows={[
          costRow('all', cost),
          ...costRows(report.costByClient),
          ...costRows(report.costByModel),
        ]}
      />
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
        names={['as it was', 'pruned', 'misses re-read', 'cut runs back']}
        series={[{ label: 'tokens', values: bars.map(({ value }) => value), kind: 'bars' }]}
      />
      <Table
        caption="Tokens of tool output"
        heads={['', 'tokens', 'of raw']}
        rows={bars.map(({ label, value }) => [
          label,
          figure(value),
          percent(ratio(value, total.raw)),
        ])}
      />
    </>
  )
}
