// Replay: what pruning would have saved in the sessions recorded on this machine.
import { useState } from 'preact/hooks'
import {
  basisText,
  NO_BILL,
  type Cell as ReportCell,
  replaySections,
  type Section,
  skippedSection,
  textOf,
} from '../../replay/replay-sections.js'
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
import { type Cell, Empty, Problem, Table } from './parts.js'
import { Plot } from './plot.js'
import { useFetched } from './use-fetched.js'

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
  const { answer, problem } = useFetched<ReplayState>(() => '/api/replay', String(runs), EVERY_MS)
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
  const { total, cost, sessions } = report
  if (report.sessionsWithOutput === 0) return <NothingTaken report={report} />
  return (
    <>
      {cost.sessions === 0 ? (
        <p>{NO_BILL}</p>
      ) : (
        <p class="headline">
          <strong class={cost.saved < 0 ? 'loss' : undefined}>{dollars(cost.saved)}</strong> of{' '}
          {dollars(cost.recorded)} saved ({percent(ratio(cost.saved, cost.recorded))}), low{' '}
          {dollars(cost.savedLow)}, high {dollars(cost.savedHigh)}
        </p>
      )}
      <p>
        {counted(sessions, 'session')}, {counted(total.outputs, 'output')}, {figure(total.pruned)}{' '}
        pruned.
      </p>
      {[...replaySections(report), skippedSection(report)].map((section) => (
        <Part key={section.title} section={section} />
      ))}
      <p class="quiet">{basisText(report)}</p>
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
        <code>~/.copilot/session-state</code>. opencode uses a database, which Node 22.13 or newer
        reads; or give <code>mcp-pruner replay</code> what <code>opencode export</code> writes.
      </p>
    </Empty>
    <Part section={skippedSection(report)} />
  </>
)

function Part({ section: { title, text, heads, rows, bars } }: { section: Section }) {
  if (rows.length === 0 && text === undefined) return null
  return (
    <>
      <h2>{title}</h2>
      {bars && (
        <Plot
          title={title}
          x={bars.map((_, i) => i)}
          names={rows.map(([name = '']) => textOf(name))}
          series={[{ label: title, values: bars, kind: 'bars' }]}
        />
      )}
      {rows.length > 0 && (
        <Table
          caption={title}
          isWide={heads.includes('line')}
          heads={heads}
          rows={rows.map((row) => row.map(shownCell))}
        />
      )}
      {text !== undefined && <p class="quiet">{text}</p>}
    </>
  )
}

/** A session by its name, a miss by its file or command, each with its link. */
function shownCell(cell: ReportCell): Cell {
  if (typeof cell === 'string') return shortened(cell, 160)
  const { text, session, project, call } = cell
  const file = encodeURIComponent(session)
  return call === undefined
    ? {
        text: `${project === undefined ? '' : `${shortPath(project)} · `}${sessionName(text)}`,
        title: text,
        href: `#session/${file}`,
      }
    : {
        text: text.length > 70 ? `…${text.slice(-69)}` : text,
        title: text,
        href: `#replayed/${file}/${encodeURIComponent(call)}`,
      }
}
