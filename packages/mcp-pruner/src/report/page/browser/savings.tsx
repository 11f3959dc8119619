// Savings: net over time, by tool and by project, with a table below each plot.
import { useState } from 'preact/hooks'
import { effectText, moneyText, shellText, trustText } from '../../savings/savings-text.js'
import type { Savings as SavingsAnswer } from '../ui-api.js'
import { counted, dollars, figure, percent, ratio, shortPath } from './format.js'
import { Empty, Problem, Table } from './parts.js'
import { Plot } from './plot.js'
import { useFetched } from './use-fetched.js'

const SPANS = [
  ['', 'all time'],
  ['7d', 'last 7 days'],
  ['30d', 'last 30 days'],
  ['24h', 'last 24 hours'],
] as const
const EVERY_MS = 5000
const PLOTTED = 8

export function Savings() {
  const [since, setSince] = useState('')
  const { answer, problem } = useFetched<SavingsAnswer>(
    () => `/api/savings?since=${since}`,
    since,
    EVERY_MS,
  )
  return (
    <>
      <h1>Savings</h1>
      <label class="span">
        Time{' '}
        <select value={since} onChange={(event) => setSince(event.currentTarget.value)}>
          {SPANS.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Problem text={problem} />
      {answer &&
        (answer.total.calls > 0 ? (
          <Figures savings={answer} />
        ) : (
          <NoSavings isPart={since !== ''} />
        ))}
    </>
  )
}

const NoSavings = ({ isPart }: { isPart: boolean }) => (
  <Empty title={isPart ? 'Nothing to add up in this time' : 'Nothing to add up yet'}>
    <p>
      Once calls are made through <code>mcp-pruner</code>, this shows what they saved, less what was
      recovered, read again and asked with. To see what it would save before you install it, use{' '}
      <a href="#replay">Replay</a>.
    </p>
  </Empty>
)

function Figures({ savings }: { savings: SavingsAnswer }) {
  const { total, byDay, effect, money, shell } = savings
  const days = byDay.map(({ name }) => new Date(`${name}T00:00`).getTime() / 1000)
  let sum = 0
  const running = byDay.map(({ net }) => (sum += net))
  return (
    <>
      <p class="headline">
        At least <strong class={total.net < 0 ? 'loss' : undefined}>{dollars(money.once)}</strong>:{' '}
        <strong class={total.net < 0 ? 'loss' : undefined}>{figure(total.net)}</strong> tokens net,{' '}
        {percent(ratio(total.net, total.raw))} of {figure(total.raw)} raw, in{' '}
        {counted(total.calls, 'call')}
      </p>
      <p class="quiet">{moneyText(money)}.</p>
      <p>
        Raw {figure(total.raw)} − shown {figure(total.shown)} − recovered {figure(total.recovered)}{' '}
        − read again {figure(total.again)} − questions {figure(total.question)} − tool lists{' '}
        {figure(total.list)}
        {total.estimated > 0 &&
          `; by expectation ${dollars(money.expectedOnce)}, ${figure(total.expectedNet)} tokens net`}
      </p>
      <p>{trustText(total)}.</p>
      {shell && <p>{shellText(shell)}.</p>}
      {effect && <p>{effectText(effect)}.</p>}
      <h2>By day</h2>
      <Plot
        title="net tokens by day"
        x={days}
        isTime
        series={[{ label: 'net', values: byDay.map(({ net }) => net), kind: 'bars' }]}
      />
      {byDay.length > 1 && (
        <Plot
          title="net tokens, added up"
          x={days}
          isTime
          series={[{ label: 'sum', values: running, kind: 'line', colour: '--second' }]}
        />
      )}
      <GroupTable caption="By day" head="day" groups={[...byDay].reverse()} />
      <h2>By tool</h2>
      <GroupPlot title="net tokens by tool" groups={savings.byTool} />
      <GroupTable caption="By tool" head="tool" groups={savings.byTool} />
      <h2>By project</h2>
      <GroupPlot title="net tokens by project" groups={savings.byProject} />
      <GroupTable caption="By project" head="project" groups={savings.byProject} />
      <p class="quiet">Tokens are estimates (o200k).</p>
    </>
  )
}

type Groups = SavingsAnswer['byDay']

function GroupPlot({ title, groups }: { title: string; groups: Groups }) {
  const shown = groups.slice(0, PLOTTED)
  return (
    <Plot
      title={title}
      x={shown.map((_, i) => i)}
      names={shown.map(({ name }) => shortPath(name))}
      series={[{ label: 'net', values: shown.map(({ net }) => net), kind: 'bars' }]}
    />
  )
}

const GroupTable = (props: { caption: string; head: string; groups: Groups }) => (
  <Table
    caption={props.caption}
    heads={[props.head, 'calls', 'raw', 'shown', 'recovered', 'again', 'net']}
    rows={props.groups.map((group) => [
      group.name,
      figure(group.calls),
      figure(group.raw),
      figure(group.shown),
      figure(group.recovered),
      figure(group.again),
      figure(group.net),
    ])}
  />
)
