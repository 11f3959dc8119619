// Calls: the newest first, live. One opened: its text with the cuts in place, and the exact answer.
import { useState } from 'preact/hooks'
import type { CallDetail, CallRow, CallsPage } from '../ui-api.js'
import { counted, figure, moment, shortPath } from './format.js'
import { Empty, Problem } from './parts.js'
import { TextLines } from './text-lines.js'
import { useAsked } from './use-asked.js'

const EVERY_MS = 2000

export function Calls() {
  const [from, setFrom] = useState(0)
  const { answer, problem } = useAsked<CallsPage>(
    (last) => `/api/calls?from=${from}${last ? `&version=${last.version}` : ''}`,
    String(from),
    EVERY_MS,
  )
  if (!answer) return <Problem text={problem} />
  const { calls, total } = answer
  if (total === 0) return <NoCalls isOn={answer.isOn} />
  return (
    <>
      <h1>Calls</h1>
      <Problem text={problem} />
      <p role="status">
        {counted(total, 'call')}; {figure(from + 1)}–{figure(from + calls.length)} are shown, the
        newest first.
      </p>
      <ol class="calls">
        {calls.map((call) => (
          <Row key={call.id} call={call} />
        ))}
      </ol>
      <p class="pages">
        <button
          type="button"
          disabled={from === 0}
          onClick={() => setFrom(Math.max(0, from - 100))}
        >
          Newer
        </button>
        <button
          type="button"
          disabled={from + calls.length >= total}
          onClick={() => setFrom(from + 100)}
        >
          Older
        </button>
      </p>
    </>
  )
}

function Row({ call }: { call: CallRow }) {
  const head = (
    <>
      <span class="tool">{call.tool}</span>
      <span class="question">{call.question ?? noQuestion(call)}</span>
      <span class="figures">
        {figure(call.raw)} → {figure(call.shown)}
        {call.recovered > 0 && ` → +${figure(call.recovered)} recovered`}
        {call.again > 0 && ` → +${figure(call.again)} again`}
        <strong class={call.net < 0 ? 'loss' : undefined}>net {figure(call.net)}</strong>
      </span>
      <span class="place">
        {moment(call.at)} · {call.client} · {shortPath(call.project)}
      </span>
    </>
  )
  return <li>{call.canOpen ? <a href={`#call/${call.id}`}>{head}</a> : <div>{head}</div>}</li>
}

function noQuestion({ held, raw, shown }: CallRow): string {
  if (held) return 'held out: passed raw, to compare with'
  return shown < raw ? 'its text is no longer kept' : 'passed whole'
}

const NoCalls = ({ isOn }: { isOn: boolean }) => (
  <>
    <h1>Calls</h1>
    <Empty title={isOn ? 'No calls yet' : 'The ledger is off'}>
      {isOn ? (
        <p>
          They appear here as an agent makes them. Set a client up with{' '}
          <code>mcp-pruner install</code>, or put a server behind{' '}
          <code>mcp-pruner wrap -- COMMAND</code>.
        </p>
      ) : (
        <p>
          <code>MCP_PRUNER_LEDGER=off</code> is set, so nothing is written down. Unset it for the
          servers and for this page.
        </p>
      )}
    </Empty>
  </>
)

export function Call({ id }: { id: string }) {
  const [showsSecrets, showSecrets] = useState(false)
  const { answer, problem } = useAsked<CallDetail>(
    () => `/api/call?id=${encodeURIComponent(id)}${showsSecrets ? '&secrets=show' : ''}`,
    `${id} ${showsSecrets}`,
    0,
  )
  const [isExact, setExact] = useState(false)
  const back = (
    <p>
      <a href="#calls">← All calls</a>
    </p>
  )
  if (!answer) {
    return (
      <>
        {back}
        <Problem text={problem} />
      </>
    )
  }
  const { row, question, text } = answer
  return (
    <>
      {back}
      <h1>{row.tool}</h1>
      <p class="asked">{question}</p>
      <p>
        {figure(row.raw)} tokens raw, {figure(row.shown)} shown, {figure(row.recovered)} recovered;
        net {figure(row.net)}. {moment(row.at)}, {row.client}, {row.project}
      </p>
      {answer.isMasked && (
        <p>
          What looks like a secret is masked.{' '}
          <button type="button" onClick={() => showSecrets(true)}>
            Show it
          </button>
        </p>
      )}
      <p class="choice">
        <button type="button" aria-pressed={!isExact} onClick={() => setExact(false)}>
          What was cut
        </button>
        <button type="button" aria-pressed={isExact} onClick={() => setExact(true)}>
          The exact answer
        </button>
      </p>
      {isExact && <Exact text={answer.answer} />}
      {!isExact && text && <TextLines view={text} />}
      {!isExact && !text && (
        <Empty title="The text is no longer kept">
          <p>
            The store keeps texts for a time (<code>MCP_PRUNER_PRUNE_ID_TTL_S</code>). The exact
            answer is still there.
          </p>
        </Empty>
      )}
    </>
  )
}

export const Exact = ({ text }: { text: string }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is scrolled by keyboard
  <pre class="exact" tabIndex={0} role="region" aria-label="The exact answer">
    {text}
  </pre>
)
