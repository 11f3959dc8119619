// Sessions: the recordings of this machine, and one of them as a timeline of its requests.
import type { SessionTimeline, TimelineMark } from '../../sessions/session-timeline.js'
import type { SessionList } from '../ui-api.js'
import { counted, dollars, figure, moment, percent, ratio, sessionName } from './format.js'
import { Empty, Problem, Table, Tile } from './parts.js'
import { Plot } from './plot.js'
import { useAsked } from './use-asked.js'

const EVERY_MS = 5000

export function Sessions() {
  const { answer, problem } = useAsked<SessionList>(() => '/api/sessions', '', EVERY_MS)
  if (!answer) return <Problem text={problem} />
  return (
    <>
      <h1>Sessions</h1>
      <Problem text={problem} />
      {answer.sessions.length === 0 ? (
        <Empty title="No recorded sessions">
          <p>
            They are looked for where Claude Code, Codex, Gemini CLI and Copilot CLI record them.
          </p>
        </Empty>
      ) : (
        <>
          <p>
            {counted(answer.total, 'recording')}; the newest {figure(answer.sessions.length)} are
            shown.
          </p>
          <Table
            caption="Recorded sessions"
            heads={['session', 'client', 'project', 'last written', 'KB']}
            rows={answer.sessions.map(({ file, client, project, modifiedMs, bytes, isLive }) => [
              { text: sessionName(file), href: `#session/${encodeURIComponent(file)}` },
              client,
              project ?? '–',
              `${moment(modifiedMs)}${isLive ? ', running' : ''}`,
              figure(Math.ceil(bytes / 1000)),
            ])}
          />
        </>
      )}
    </>
  )
}

export function Session({ file }: { file: string }) {
  const { answer, problem } = useAsked<SessionTimeline>(
    () => `/api/session?file=${encodeURIComponent(file)}`,
    file,
    EVERY_MS,
  )
  return (
    <>
      <p>
        <a href="#sessions">← All sessions</a>
      </p>
      <h1>{sessionName(file)}</h1>
      <Problem text={problem} />
      {answer && <Timeline told={answer} />}
    </>
  )
}

function Timeline({ told }: { told: SessionTimeline }) {
  const { turns, marks } = told
  const models = [...new Set(turns.map(({ model }) => model))].join(', ')
  return (
    <>
      <div class="tiles">
        <Tile name="bill" value={dollars(told.bill)}>
          <span class="quiet">{counted(turns.length, 'request')}</span>
        </Tile>
        <Tile name="saved" value={dollars(told.saved)}>
          <span class="quiet">
            {percent(ratio(told.saved, told.bill + told.saved))} of what it would have been
          </span>
        </Tile>
        <Tile name="cut" value={figure(told.cutTokens)}>
          <span class="quiet">tokens; {figure(told.recovered)} recovered</span>
        </Tile>
      </div>
      <p>
        {told.client}, {models || 'no model named'}, {told.project ?? 'no project named'}
        {told.from !== undefined && `, ${moment(told.from)}`}
      </p>
      {turns.length === 0 ? (
        <Empty title="No request is recorded">
          <p>This client records no usage, so the context's size is not known.</p>
        </Empty>
      ) : (
        <Context told={told} />
      )}
      <h2>Cuts and recoveries</h2>
      {marks.length === 0 && <p>Nothing was cut in this session.</p>}
      {marks.length > 0 && (
        <Table
          caption="Cuts and recoveries"
          heads={['request', 'what', 'tool', 'tokens']}
          rows={marks.map(({ turn, kind, tool, tokens, call }) => [
            figure(turn + 1),
            call === undefined ? kind : { text: kind, href: `#call/${call}` },
            tool,
            figure(tokens),
          ])}
        />
      )}
    </>
  )
}

function Context({ told: { turns, marks } }: { told: SessionTimeline }) {
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
        }))}
        onChoose={open}
      />
      <p class="quiet">
        A notch is a cut (green) or a recovery (red), at the request after it; a click on a cut
        opens its call.
      </p>
    </>
  )
}

function nearestCut(marks: readonly TimelineMark[], x: number): TimelineMark | undefined {
  const cuts = marks.filter(({ kind }) => kind === 'cut')
  return cuts.sort((a, b) => Math.abs(a.turn + 1 - x) - Math.abs(b.turn + 1 - x))[0]
}
