// Home: the week's cost and savings, where they come from, how far they can be trusted, where tokens
// go, and the sessions that are running.
import { useEffect, useState } from 'preact/hooks'
import type { PassedRaw } from '../../savings/passed-raw.js'
import { effectText, PASSED_REASONS, trustText } from '../../savings/savings-text.js'
import { expectedNetMoney, netMoney, noMoney } from '../../sessions/money-sums.js'
import type { Home as HomeAnswer } from '../ui-api.js'
import {
  compact,
  counted,
  dollars,
  dollarsOrNone,
  figure,
  percent,
  ratio,
  sessionName,
  shortPath,
} from './format.js'
import { Empty, Problem, Table, Tile } from './parts.js'
import { Sparkline } from './plot.js'
import { useFetched } from './use-fetched.js'

const EVERY_MS = 4000
const COUNTING_MS = 500
const TOOLS = 8
const DAY_MS = 86_400_000

export function Home() {
  const [isCounting, setCounting] = useState(true)
  const everyMs = isCounting ? COUNTING_MS : EVERY_MS
  const { answer, problem } = useFetched<HomeAnswer>(() => '/api/home', '', everyMs)
  useEffect(() => {
    if (answer) setCounting(answer.spending.isCounting)
  }, [answer])
  return (
    <>
      <h1>Home</h1>
      <Problem text={problem} />
      {answer && (isEmpty(answer) ? <Nothing /> : <Week home={answer} />)}
    </>
  )
}

const isEmpty = ({ week, spending }: HomeAnswer): boolean =>
  week.total.calls === 0 && !spending.isCounting && spending.money.bill === 0

const Nothing = () => (
  <Empty title="Nothing yet this week">
    <p>
      Set a client up with <code>mcp-pruner install</code>; its calls appear under{' '}
      <a href="#calls">Calls</a>. To see what it would have saved so far, use{' '}
      <a href="#replay">Replay</a>.
    </p>
  </Empty>
)

function Week({ home }: { home: HomeAnswer }) {
  const { week, spending, live } = home
  const { total, byTool, effect } = week
  return (
    <>
      <h2>This week</h2>
      <div class="tiles">
        <Spent spending={spending} />
        <Tile name="net tokens" value={compact(total.net)} isLoss={total.net < 0}>
          <span class="quiet">
            {total.estimated > 0
              ? `${compact(total.expectedNet)} by expectation`
              : `of ${compact(total.raw)} raw`}
          </span>
        </Tile>
      </div>
      <h2>How it came about</h2>
      <Origin week={week} spending={spending} />
      <h2>How far to trust it</h2>
      <p>{trustText(total)}.</p>
      {effect && <p>{effectText(effect)}.</p>}
      <h2>Where it goes</h2>
      <Table
        caption="Where it goes"
        heads={['tool', 'calls', 'raw', 'shown', 'net']}
        rows={byTool
          .slice(0, TOOLS)
          .map(({ name, calls, raw, shown, net }) => [
            calls === 0 ? name : { text: name, href: `#calls?tool=${encodeURIComponent(name)}` },
            figure(calls),
            figure(raw),
            figure(shown),
            figure(net),
          ])}
      />
      <h2>What could still be saved</h2>
      <StillRaw passed={home.passed} />
      <Running live={live} />
    </>
  )
}

const Running = ({ live }: Pick<HomeAnswer, 'live'>) => (
  <>
    <h2>Running now</h2>
    {live.length === 0 && <p>No session was written to in the last five minutes.</p>}
    {live.length > 0 && (
      <Table
        caption="Running now"
        isWide
        heads={['session', 'client', 'project', 'spent', 'net saving']}
        rows={live.map(({ file, client, project, bill, net }) => [
          { text: sessionName(file), href: `#session/${encodeURIComponent(file)}` },
          client,
          project === undefined ? '–' : shortPath(project),
          dollarsOrNone(bill),
          dollarsOrNone(net),
        ])}
      />
    )}
  </>
)

/** No sum is shown before a recording has been counted. */
const isMoneyKnown = ({ isCounting, filesDone }: HomeAnswer['spending']): boolean =>
  !isCounting || filesDone > 0

function Spent({ spending }: Pick<HomeAnswer, 'spending'>) {
  const { money, byDay, isCounting, files, filesDone, recordings } = spending
  const isKnown = isMoneyKnown(spending)
  const net = netMoney(money)
  const expected = expectedNetMoney(money)
  const days = lastDays()
  return (
    <>
      <Tile name="spent" value={isKnown ? dollars(money.bill) : '…'}>
        <span class="quiet">
          {isCounting
            ? files === 0
              ? 'looking for recordings'
              : `${figure(filesDone)} of ${counted(files, 'recording')} counted`
            : `in ${counted(recordings, 'recording')}`}
        </span>
        {isKnown && (
          <Sparkline
            title="dollars spent by day"
            values={days.map((day) => byDay[day]?.bill ?? 0)}
          />
        )}
      </Tile>
      <Tile name="net saving" value={isKnown ? dollars(net) : '…'} isLoss={net < 0}>
        {isKnown && (
          <>
            <span class="quiet">
              {percent(ratio(net, money.bill + net))} of what it would have been
            </span>
            <Sparkline
              title="dollars saved by day, net"
              values={days.map((day) => netMoney(byDay[day] ?? noMoney()))}
            />
          </>
        )}
      </Tile>
      {money.expected > 0 && (
        <Tile name="net by expectation" value={dollars(expected)} isLoss={expected < 0}>
          <span class="quiet">with the misses charged that the engine expects</span>
        </Tile>
      )}
    </>
  )
}

/** As the recordings date them: in UTC. */
const lastDays = (): string[] =>
  Array.from({ length: 8 }, (_, i) =>
    new Date(Date.now() - (7 - i) * DAY_MS).toISOString().slice(0, 10),
  )

/** Tokens by the ledger; dollars by the recordings, which may lack some of the sessions. */
function Origin({ week: { total }, spending }: Pick<HomeAnswer, 'week' | 'spending'>) {
  const { money, cuts, isCounting } = spending
  const isPartial = isCounting || cuts < total.cut
  const row = (name: string, tokens: number, value?: number) => [
    name,
    figure(tokens),
    dollarsOrNone(isMoneyKnown(spending) ? value : undefined),
  ]
  return (
    <>
      <Table
        caption="How it came about"
        heads={['', 'tokens', 'dollars']}
        sums={['cut', 'net', 'net by expectation']}
        rows={[
          row('the clients would have shown', total.raw),
          row('shown', -total.shown),
          row('cut', total.raw - total.shown, money.cut),
          row('recovered', -total.recovered, -money.recovered),
          row('read or run again', -total.again, -money.again),
          row('questions', -total.question, -money.question),
          row('tool lists', -total.list, -money.list),
          row('net', total.net, netMoney(money)),
          row('expected misses', -total.expected, -money.expected),
          row('net by expectation', total.expectedNet, expectedNetMoney(money)),
        ]}
      />
      <p class="quiet">
        A token costs its price in every request that carries it.{' '}
        {isPartial && partialText(total.cut, cuts)}
      </p>
    </>
  )
}

const partialText = (all: number, cuts: number): string =>
  `Dollars are known for ${figure(cuts)} of ${counted(all, 'cut')}: those in recorded sessions.`

/** Long outputs without a question: the possible savings, assuming the same cuts as that tool's others. */
function StillRaw({ passed }: { passed: readonly PassedRaw[] }) {
  if (passed.length === 0) return <p>No call passed raw.</p>
  return (
    <>
      <Table
        caption="What could still be saved"
        heads={['tool', 'passed raw', 'tokens', 'mostly because', 'could save, estimated']}
        rows={passed
          .slice(0, TOOLS)
          .map(({ tool, calls, tokens, why, couldSave }) => [
            { text: tool, href: `#calls?tool=${encodeURIComponent(tool)}` },
            figure(calls),
            figure(tokens),
            PASSED_REASONS[why],
            couldSave > 0 ? figure(couldSave) : '–',
          ])}
      />
      <p class="quiet">
        <a href="#replay">Replay</a> counts the reasons in recorded sessions, tools without a
        question included.
      </p>
    </>
  )
}
