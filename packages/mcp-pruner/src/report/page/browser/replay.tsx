// Replay: what pruning would have saved in the sessions recorded on this machine.
import { useState } from 'preact/hooks'
import { damageText, KIND_HEADS, kindRow, kindsOf, shareLabel } from '../../replay/kind-table.js'
import type { ReplayState } from '../ui-api.js'
import { ask } from './ask.js'
import { counted, figure, percent, ratio } from './format.js'
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
        Reads the sessions that Claude Code and Codex have recorded on this machine and prunes their
        tool outputs. Nothing is changed, and nothing leaves the machine.
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
  return (
    <>
      <InWords report={report} />
      <Tokens report={report} />
      <Shares report={report} />
      <h2>By kind of call</h2>
      <Table
        caption="By kind of call"
        heads={KIND_HEADS}
        rows={kindsOf(report.byKind).map(([name, figures]) => kindRow(name, figures))}
      />
      <WhereItIsWorse report={report} />
      {report.damagedLines > 0 && <p>{damageText(report.damagedLines)}</p>}
      <p class="quiet">
        Tokens are estimates (o200k). Use is a lower bound: lines edited, quoted, opened or named
        soon after.
      </p>
    </>
  )
}

function InWords({ report }: Given) {
  const { total, cost } = report
  return (
    <>
      <p class="headline">
        <strong class={total.block > total.raw ? 'loss' : undefined}>
          {percent(ratio(total.block, total.raw))}
        </strong>{' '}
        of the tokens of tool output would have been left, with every missing line had back
      </p>
      <p>
        {counted(report.sessions, 'session')}, {counted(total.outputs, 'output')},{' '}
        {figure(total.pruned)} pruned. Of {counted(total.used, 'line')} that the agent went on to
        use, {figure(total.usedCut)} ({percent(ratio(total.usedCut, total.used))}) would have been
        cut. {counted(report.worseCount, 'session')} would have got worse.
        {cost.sessions > 0 &&
          ` By the client's own figures the cost of ${counted(cost.sessions, 'whole session')} changes by ${percent(ratio(cost.pruned, cost.recorded) - 1, true)}.`}
      </p>
    </>
  )
}

function Tokens({ report: { total } }: Given) {
  const bars = [
    ['as it was', total.raw],
    ['pruned', total.shown],
    ['misses re-read', total.net],
    ['cut runs back', total.block],
  ] as const
  return (
    <>
      <h2>Tokens of tool output</h2>
      <Plot
        title="tokens of tool output"
        x={[0, 1, 2, 3]}
        names={bars.map(([name]) => name)}
        series={[{ label: 'tokens', values: bars.map(([, value]) => value), kind: 'bars' }]}
      />
      <Table
        caption="Tokens of tool output"
        heads={['', 'tokens', 'of raw']}
        rows={bars.map(([name, value]) => [name, figure(value), percent(ratio(value, total.raw))])}
      />
    </>
  )
}

function Shares({ report }: Given) {
  return (
    <>
      <h2>Sessions by the share of their tokens that is left</h2>
      <Plot
        title="sessions by the share of their tokens that is left"
        x={report.shares.map((_, i) => i)}
        names={report.shares.map((_, i) => (i === 10 ? '≥100 %' : `${i * 10} %`))}
        series={[{ label: 'sessions', values: report.shares, kind: 'bars' }]}
      />
      <Table
        caption="Sessions by share left"
        heads={['share left', 'sessions']}
        rows={report.shares.map((count, i) => [shareLabel(i), figure(count)])}
      />
    </>
  )
}

function WhereItIsWorse({ report }: Given) {
  return (
    <>
      {report.misses.length > 0 && <h2>Worst misses</h2>}
      {report.misses.length > 0 && (
        <Table
          caption="Worst misses"
          heads={['where', 'use', 'tokens', 'line']}
          rows={report.misses.map(({ what, tool, line, use, tokens, text }) => [
            `${what === '' ? tool : what}:${line}`,
            use,
            figure(tokens),
            text,
          ])}
        />
      )}
      {report.worse.length > 0 && <h2>Sessions that would have got worse</h2>}
      {report.worse.length > 0 && (
        <Table
          caption="Sessions that would have got worse"
          heads={['session', 'raw', 'with block recovery']}
          rows={report.worse.map(({ file, raw, block }) => [file, figure(raw), figure(block)])}
        />
      )}
    </>
  )
}
