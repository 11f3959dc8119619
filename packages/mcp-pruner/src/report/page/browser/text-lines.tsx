// A text with its kept lines plain and its cut runs folded in place. Each line has the engine's
// probability that it is needed, and the reason it was kept.
import { useState } from 'preact/hooks'
import type { TextView } from '../../text-view.js'
import { counted, figure } from './format.js'
import { Code } from './syntax.js'

interface Piece {
  readonly from: number
  readonly to: number
  readonly isKept: boolean
}

/** A run is expanded by so many lines at a time: a log may have a hundred thousand. */
const AT_ONCE = 500
const STRIP = 24

interface Choosing {
  /** Lines marked as needed. */
  readonly needed?: ReadonlySet<number>
  readonly onLine?: (line: number) => void
}

export function TextLines({
  view,
  name = 'The text, cut runs folded',
  ...choosing
}: { view: TextView; name?: string } & Choosing) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is scrolled by keyboard
    <div class="text" tabIndex={0} role="region" aria-label={name}>
      {piecesOf(view).map((piece) =>
        piece.isKept ? (
          <KeptRun key={piece.from} view={view} {...piece} />
        ) : (
          <CutRun key={piece.from} view={view} {...piece} {...choosing} />
        ),
      )}
    </div>
  )
}

function piecesOf({ kept, lines }: TextView): Piece[] {
  const pieces: Piece[] = []
  let next = 1
  for (const [from, to] of kept) {
    if (from > next) pieces.push({ from: next, to: from - 1, isKept: false })
    pieces.push({ from, to, isKept: true })
    next = to + 1
  }
  if (next <= lines.length) pieces.push({ from: next, to: lines.length, isKept: false })
  return pieces
}

type RunProps = Piece & { view: TextView }

function KeptRun({ view, from, to }: RunProps) {
  const [shown, setShown] = useState(AT_ONCE)
  const last = Math.min(to, from + shown - 1)
  return (
    <>
      <Lines view={view} from={from} to={last} />
      {last < to && <More left={to - last} onMore={() => setShown(shown + AT_ONCE)} />}
    </>
  )
}

function CutRun({ view, from, to, ...choosing }: RunProps & Choosing) {
  const [shown, setShown] = useState(0)
  const count = to - from + 1
  const last = Math.min(to, from + shown - 1)
  const number = (line: number) => line + view.firstLine - 1
  const used = view.used?.filter(({ line }) => line >= from && line <= to).length ?? 0
  return (
    <>
      <button
        type="button"
        class="fold"
        aria-expanded={shown > 0}
        onClick={() => setShown(shown > 0 ? 0 : AT_ONCE)}
      >
        <span class="sign" aria-hidden="true">
          {shown > 0 ? '▾' : '▸'}
        </span>
        {counted(count, 'line')} cut
        <span class="range">
          {number(from)}
          {to > from && `–${number(to)}`}
        </span>
        {used > 0 && <span class="loss">{figure(used)} used later</span>}
        <Strip view={view} from={from} to={to} />
      </button>
      {shown > 0 && <Lines view={view} from={from} to={last} isCut {...choosing} />}
      {shown > 0 && last < to && <More left={to - last} onMore={() => setShown(shown + AT_ONCE)} />}
    </>
  )
}

const More = ({ left, onMore }: { left: number; onMore: () => void }) => (
  <button type="button" class="fold" onClick={onMore}>
    {figure(left)} more
  </button>
)

function Lines({
  view,
  from,
  to,
  isCut,
  needed,
  onLine,
}: { view: TextView; from: number; to: number; isCut?: boolean } & Choosing) {
  const rows = []
  for (let line = from; line <= to; line++) {
    const chance = view.chances[line - 1]
    const use = view.used?.find((one) => one.line === line)?.use
    const why = isCut
      ? undefined
      : view.reasons.find((run) => run.from <= line && line <= run.to)?.why
    const number = line + view.firstLine - 1
    rows.push(
      <div key={line} class={classOf(view, line, isCut === true)}>
        <span
          class={heat(chance)}
          title={chance === undefined ? undefined : `chance ${chance} %`}
        />
        {onLine ? (
          <button
            type="button"
            class="number"
            aria-pressed={needed?.has(line) === true}
            aria-label={`line ${number} was needed`}
            onClick={() => onLine(line)}
          >
            {number}
          </button>
        ) : (
          <span class="number">{number}</span>
        )}
        <Code text={view.lines[line - 1] ?? ''} />
        {use !== undefined && <span class="why used">{use} later</span>}
        {why !== undefined && <span class={`why ${why}`}>{why}</span>}
      </div>,
    )
  }
  return <>{rows}</>
}

function classOf({ recovered = [], used = [] }: TextView, line: number, isCut: boolean): string {
  const isRecovered = recovered.some(([first, last]) => first <= line && line <= last)
  const isUsed = used.some((one) => one.line === line)
  return `line${isCut ? ' cut' : ''}${isRecovered ? ' recovered' : ''}${isUsed ? ' used' : ''}`
}

const heat = (chance: number | undefined): string =>
  chance === undefined ? 'heat' : `heat h${Math.min(9, Math.floor(Math.sqrt(chance / 100) * 10))}`

/** The probabilities of a folded run, in as many pieces as there is room for: the highest of each. */
function Strip({ view, from, to }: { view: TextView; from: number; to: number }) {
  if (view.chances.length === 0) return null
  const count = Math.min(STRIP, to - from + 1)
  const cells = Array.from({ length: count }, (_, i) => {
    const start = from - 1 + Math.floor((i * (to - from + 1)) / count)
    const end = from - 1 + Math.floor(((i + 1) * (to - from + 1)) / count)
    let most = 0
    for (let at = start; at < end; at++) most = Math.max(most, view.chances[at] ?? 0)
    return <span key={start} class={heat(most)} />
  })
  return (
    <span class="strip" aria-hidden="true">
      {cells}
    </span>
  )
}
