// One call: its text with the cuts in place, the exact answer, and both for two costs of a miss side by side.
import { useState } from 'preact/hooks'
import type { CallDetail, CallRow } from '../ui-api.js'
import { ask } from './ask.js'
import { counted, figure, missingText, moment, percent } from './format.js'
import { Empty, Problem } from './parts.js'
import { TextLines } from './text-lines.js'
import { useFetched } from './use-fetched.js'
import { useEscape } from './use-keys.js'

type Shown = 'cuts' | 'exact' | 'prices'

const TABS: readonly (readonly [Shown, string])[] = [
  ['cuts', 'What was cut'],
  ['exact', 'The exact answer'],
  ['prices', 'Two prices'],
]

export function Call({ id }: { id: string }) {
  const [showsSecrets, showSecrets] = useState(false)
  const path = `/api/call?id=${encodeURIComponent(id)}${showsSecrets ? '&secrets=show' : ''}`
  const { answer, problem } = useFetched<CallDetail>(() => path, path, 0)
  const [shown, setShown] = useState<Shown>('cuts')
  useEscape('#calls')
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
      <h1>
        {row.tool} {row.what !== undefined && <span class="what">{row.what}</span>}
      </h1>
      <p class="asked">{question}</p>
      <Figures row={row} />
      {answer.isMasked && (
        <p>
          What looks like a secret is masked.{' '}
          <button type="button" onClick={() => showSecrets(true)}>
            Show it
          </button>
        </p>
      )}
      <p class="choice">
        {TABS.map(([name, title]) => (
          <button
            key={name}
            type="button"
            aria-pressed={shown === name}
            onClick={() => setShown(name)}
          >
            {title}
          </button>
        ))}
      </p>
      {shown === 'exact' && <Exact text={answer.answer} />}
      {shown === 'cuts' && text && <Marked id={id} detail={answer} />}
      {shown === 'prices' && text && <Prices path={path} />}
      {shown !== 'exact' && !text && <NotKept />}
    </>
  )
}

const NotKept = () => (
  <Empty title="The text is no longer stored">
    <p>
      The store keeps texts for a time (<code>MCP_PRUNER_PRUNE_ID_TTL_S</code>). The exact answer is
      still there.
    </p>
  </Empty>
)

function Figures({ row }: { row: CallRow }) {
  return (
    <>
      <p>
        {figure(row.raw)} tokens raw, {figure(row.shown)} shown, {figure(row.recovered)} recovered,{' '}
        {figure(row.again)} asked again; <strong>net {figure(row.net)}</strong>
        {row.missChance > 0 &&
          `, or ${figure(row.expectedNet)} with the engine's own ${percent(row.missChance)} chance of a miss`}
      </p>
      <p class="place">
        {moment(row.at)} · {row.client}
        {row.model !== undefined && ` · ${row.model}`} · {row.project}
      </p>
    </>
  )
}

/** Cut lines can be marked as needed, and the cut saved as a case. */
function Marked({ id, detail }: { id: string; detail: CallDetail }) {
  const [needed, setNeeded] = useState<ReadonlySet<number>>(new Set())
  const [kept, setKept] = useState<string>()
  const toggle = (line: number) => {
    const next = new Set(needed)
    if (!next.delete(line)) next.add(line)
    setNeeded(next)
  }
  const keep = () => {
    ask<{ file: string }>('/api/wrong', { id, needed: [...needed] }).then(
      ({ file }) => setKept(`Kept as ${file}; mcp-pruner bench prunes it again.`),
      (error: Error) => setKept(error.message),
    )
  }
  return (
    <>
      <p>
        <button type="button" onClick={keep}>
          This cut was wrong
        </button>{' '}
        <span class="quiet" role="status">
          {kept ??
            (needed.size === 0
              ? 'Open a cut and choose the numbers of the lines that were needed.'
              : `${figure(needed.size)} chosen`)}
        </span>
      </p>
      <Afterwards detail={detail} />
      {detail.text && <TextLines view={detail.text} needed={needed} onLine={toggle} />}
    </>
  )
}

/** From the session record, if there is one. */
function Afterwards({ detail: { text } }: { detail: CallDetail }) {
  if (text?.recovered === undefined && text?.used === undefined) return null
  const lines = (text.recovered ?? []).reduce((sum, [first, last]) => sum + last - first + 1, 0)
  return (
    <p class="legend">
      By the recording of its session:{' '}
      <span class="recovered">{counted(lines, 'line')} recovered</span>,{' '}
      <span class="used">{counted(text.used?.length ?? 0, 'line')} used later</span>.
    </p>
  )
}

const DEFAULT_PRICES = [100, 5000] as const

function Prices({ path }: { path: string }) {
  const [prices, setPrices] = useState<readonly number[]>(DEFAULT_PRICES)
  const change = (at: number, price: number) =>
    setPrices(prices.map((one, i) => (i === at ? price : one)))
  return (
    <div class="beside">
      {prices.map((price, i) => (
        <div key={DEFAULT_PRICES[i]}>
          <label>
            a miss costs{' '}
            <input
              type="number"
              min={0}
              max={1_000_000}
              value={price}
              onChange={(event) => change(i, Number(event.currentTarget.value) || 0)}
            />{' '}
            tokens
          </label>
          <AtPrice
            path={`${path}&price=${price}`}
            name={`Text ${i + 1}, a miss at ${price} tokens`}
          />
        </div>
      ))}
    </div>
  )
}

function AtPrice({ path, name }: { path: string; name: string }) {
  const { answer, problem } = useFetched<CallDetail>(() => path, path, 0)
  if (!answer?.text) return <Problem text={problem} />
  const lines = answer.text.kept.reduce((sum, [first, last]) => sum + last - first + 1, 0)
  return (
    <>
      <p role="status">
        {figure(lines)} of {figure(answer.text.lines.length)} lines
        {answer.atPrice &&
          `, ${figure(answer.atPrice.tokens)} tokens, ${missingText(answer.atPrice.expectedMisses)}`}
      </p>
      <TextLines view={answer.text} name={name} />
    </>
  )
}

export const Exact = ({ text }: { text: string }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is scrolled by keyboard
  <pre class="exact" tabIndex={0} role="region" aria-label="The exact answer">
    {text}
  </pre>
)
