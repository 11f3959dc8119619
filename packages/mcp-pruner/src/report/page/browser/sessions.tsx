// Sessions: the recordings of this machine, and one of them as a timeline of its requests.
import { expectedNetMoney, netMoney } from '../../sessions/money-sums.js'
import type { SessionTimeline, TimelineMark } from '../../sessions/session-timeline.js'
import type { SessionList } from '../ui-api.js'
import {
  counted,
  dayAndTime,
  dollars,
  dollarsOrNone,
  figure,
  moment,
  percent,
  ratio,
  sessionName,
  shortPath,
} from './format.js'
import { Empty, Problem, Table, Tile } from './parts.js'
import { Plot } from './plot.js'
import { useFetched } from './use-fetched.js'
import { useEscape } from './use-keys.js'

const EVERY_MS = 5000
const KINDS: Readonly<Record<TimelineMark['kind'], string>> = {
  cut: 'cut',
  recovered: 'recovered',
  again: 'asked again',
}

export function Sessions() {
  const { answer, problem } = useFetched<SessionList>(() => '/api/sessions', '', EVERY_MS)
  return (
    <>
      <h1>Sessions</h1>
      <Problem text={problem} />
      {answer && <SessionTable list={answer} />}
    </>
  )
}

function SessionTable({ list: { sessions, total } }: { list: SessionList }) {
  return (
    <>
      {sessions.length === 0 ? (
        <Empty title="No recorded sessions">
          <p>
            They are looked for where Claude Code, Codex, Gemini CLI, Copilot CLI and, with Node
            22.13 or newer, opencode record them.
          </p>
        </Empty>
      ) : (
        <>
          <p>
            {counted(total, 'recording')}
            {sessions.length < total && `; the newest ${figure(sessions.length)} are shown`}
          </p>
          <Table
            caption="Recorded sessions"
            heads={['session', 'client', 'project', 'last written', 'KB', 'spent', 'net saving']}
            rows={sessions.map((session) => [
              {
                text: sessionName(session.file),
                href: `#session/${encodeURIComponent(session.file)}`,
              },
              session.client,
              session.project === undefined ? '–' : shortPath(session.project),
              session.isLive ? 'running' : dayAndTime(session.modifiedMs),
              figure(Math.ceil(session.bytes / 1000)),
              dollarsOrNone(session.bill),
              dollarsOrNone(session.net),
            ])}
          />
          <p class="quiet">
            Dollars are counted for sessions of the last seven days whose client records its usage,
            savings for those with a cut; open an older one for its own.
          </p>
        </>
      )}
    </>
  )
}

export function Session({ file }: { file: string }) {
  const { answer, problem } = useFetched<SessionTimeline>(
    () => `/api/session?file=${encodeURIComponent(file)}`,
    file,
    EVERY_MS,
  )
  useEscape('#sessions')
  return (
    <>
      <p>
        <a href="#sessions">← All sessions</a>
      </p>
      <h1>
        {answer?.project !== undefined && `${shortPath(answer.project)} · `}
        {sessionName(file)}
      </h1>
      <Problem text={problem} />
      {answer && <Timeline timeline={answer} />}
    </>
  )
}

function Timeline({ timeline }: { timeline: SessionTimeline }) {
  const { turns, marks, money } = timeline
  const net = netMoney(money)
  const models = [...new Set(turns.map(({ model }) => model))].join(', ')
  return (
    <>
      <div class="tiles">
        <Tile name="spent" value={dollars(money.bill)}>
          <span class="quiet">{counted(turns.length, 'request')}</span>
        </Tile>
        <Tile name="net saving" value={dollars(net)} isLoss={net < 0}>
          <span class="quiet">
            {percent(ratio(net, money.bill + net))} of what it would have been
            {money.expected > 0 && `; ${dollars(expectedNetMoney(money))} by expectation`}
          </span>
        </Tile>
        <Tile name="cut" value={figure(timeline.cutTokens)}>
          <span class="quiet">
            tokens in {counted(timeline.cuts, 'cut')}; {figure(timeline.recovered)} recovered,{' '}
            {figure(timeline.again)} asked again
          </span>
        </Tile>
      </div>
      <p>
        {timeline.client}, {models || 'no model named'}, {timeline.project ?? 'no project named'}
        {timeline.from !== undefined && `, ${moment(timeline.from)}`}
      </p>
      {turns.length === 0 ? (
        <Empty title="No request is recorded">
          <p>This client records no usage, so the context's size is not known.</p>
        </Empty>
      ) : (
        <Context timeline={timeline} />
      )}
      <h2>Cuts, recoveries and repeats</h2>
      {marks.length === 0 && <p>Nothing was cut in this session.</p>}
      {marks.length > 0 && (
        <Table
          caption="Cuts, recoveries and repeats"
          heads={['what', 'tool', 'request', 'tokens', 'chance of a miss']}
          rows={marks.map(({ turn, kind, tool, tokens, call, missChance }) => [
            call === undefined ? KINDS[kind] : { text: KINDS[kind], href: `#call/${call}` },
            tool,
            figure(turn + 1),
            figure(tokens),
            missChance === undefined ? '–' : percent(missChance),
          ])}
        />
      )}
    </>
  )
}

function Context({ timeline: { turns, marks } }: { timeline: SessionTimeline }) {
  const open = (x: number) => {
    const nearest = nearestCut(marks, x)
    if (nearest?.call !== undefined) location.hash = `#call/${nearest.call}`
  }
  const cached = turns.map((turn) => turn.cached)
  const written = turns.map((turn) => turn.cached + turn.written)
  const all = turns.map((turn) => turn.cached + turn.written + turn.fresh)
  return (
    <>
      <h2>The context, request by request</h2>
      <Plot
        title="tokens of context by request, stacked: cached, written to the cache, not cached; dashed: without pruning"
        x={turns.map((_, i) => i + 1)}
        series={[
          { label: 'not cached', values: all, kind: 'area', colour: '--second' },
          { label: 'written to the cache', values: written, kind: 'area', colour: '--third' },
          { label: 'read from the cache', values: cached, kind: 'area', colour: '--accent' },
          {
            label: 'without pruning',
            values: turns.map((turn, i) => (all[i] ?? 0) + turn.without),
            kind: 'dashed',
            colour: '--quiet',
          },
        ]}
        marks={marks.map(({ turn, kind }) => ({
          x: turn + 1,
          colour: kind === 'cut' ? '--good' : '--loss',
          shape: kind === 'cut' ? 'notch' : 'diamond',
        }))}
        onChoose={open}
      />
      <p class="quiet">
        A green notch is a cut, a red diamond a text that was recovered or asked for again, at the
        request after it. A click opens the call of the nearest cut.
      </p>
    </>
  )
}

function nearestCut(marks: readonly TimelineMark[], x: number): TimelineMark | undefined {
  const cuts = marks.filter(({ kind }) => kind === 'cut')
  return cuts.sort((a, b) => Math.abs(a.turn + 1 - x) - Math.abs(b.turn + 1 - x))[0]
}
