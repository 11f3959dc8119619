// Calls: the newest first, live, searched and filtered. The keys: / searches, j and k go down and up, Enter opens, Esc
// leaves the search.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { CallRow, CallsPage, Choice } from '../ui-api.js'
import { counted, figure, moment, percent, shortPath } from './format.js'
import { Empty, Problem } from './parts.js'
import { useFetched } from './use-fetched.js'

const EVERY_MS = 2000
const PAGE = 100
const ONLY = [
  ['', 'all calls'],
  ['cut', 'with a cut'],
  ['misses', 'needed again'],
  ['likely', 'with a likely miss'],
  ['lost', 'that lost tokens'],
  ['gone', 'whose text is gone'],
] as const

type Filters = Readonly<Record<'search' | 'only' | Choice, string>>
const NONE: Filters = { search: '', client: '', project: '', model: '', tool: '', only: '' }

/** Kept while the page is open, so that going back restores them. */
let remembered = NONE

const fromAddress = (): Filters => {
  const query = location.hash.split('?')[1]
  return query === undefined
    ? remembered
    : { ...NONE, ...Object.fromEntries(new URLSearchParams(query)) }
}

export function Calls() {
  const [filters, setFilters] = useState<Filters>(fromAddress)
  const [from, setFrom] = useState(0)
  remembered = filters
  const query = new URLSearchParams({ ...filters, from: String(from) }).toString()
  const { answer, problem } = useFetched<CallsPage>(
    (last) => `/api/calls?${query}${last ? `&version=${last.version}` : ''}`,
    query,
    EVERY_MS,
  )
  const change = (more: Partial<Filters>) => {
    setFrom(0)
    setFilters({ ...filters, ...more })
  }
  const isFiltered = Object.values(filters).some((value) => value !== '')
  if (!answer) {
    return (
      <>
        <h1>Calls</h1>
        <Problem text={problem} />
      </>
    )
  }
  if (answer.total === 0 && !isFiltered) return <NoCalls isOn={answer.isOn} />
  return (
    <>
      <h1>Calls</h1>
      <Problem text={problem} />
      <Chooser filters={filters} choices={answer.choices} onChange={change} />
      <p role="status">{countText(answer, from)}</p>
      <List calls={answer.calls} />
      <p class="pages">
        <button
          type="button"
          disabled={from === 0}
          onClick={() => setFrom(Math.max(0, from - PAGE))}
        >
          Newer
        </button>
        <button
          type="button"
          disabled={from + answer.calls.length >= answer.total}
          onClick={() => setFrom(from + PAGE)}
        >
          Older
        </button>
      </p>
    </>
  )
}

const countText = ({ total, calls }: CallsPage, from: number): string =>
  total === 0
    ? 'No calls match.'
    : `${counted(total, 'call')}; ${figure(from + 1)}–${figure(from + calls.length)} are shown, the newest first.`

/** / goes to the search, Esc leaves it. */
function useSearchKeys() {
  const search = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLInputElement
      if (event.key === '/' && !isTyping) {
        event.preventDefault()
        search.current?.focus()
      }
      if (event.key === 'Escape' && isTyping) search.current?.blur()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return search
}

function Chooser(props: {
  filters: Filters
  choices: CallsPage['choices']
  onChange: (more: Partial<Filters>) => void
}) {
  const search = useSearchKeys()
  const pick = (name: Choice) => (
    <label key={name}>
      {name}
      <select
        value={props.filters[name]}
        onChange={(event) => props.onChange({ [name]: event.currentTarget.value })}
      >
        <option value="">any</option>
        {props.choices[name].map((value) => (
          <option key={value} value={value}>
            {name === 'project' ? shortPath(value) : value}
          </option>
        ))}
      </select>
    </label>
  )
  return (
    <div class="filters" role="search">
      <label class="search">
        search
        <input
          ref={search}
          type="search"
          value={props.filters.search}
          placeholder="question, file, command ( / )"
          onInput={(event) => props.onChange({ search: event.currentTarget.value })}
        />
      </label>
      {(['client', 'project', 'model', 'tool'] as const).map(pick)}
      <label>
        show
        <select
          value={props.filters.only}
          onChange={(event) => props.onChange({ only: event.currentTarget.value })}
        >
          {ONLY.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}

function List({ calls }: { calls: readonly CallRow[] }) {
  return (
    <ol class="calls">
      {calls.map((call) => (
        <Row key={call.id} call={call} />
      ))}
    </ol>
  )
}

function Row({ call }: { call: CallRow }) {
  const head = (
    <>
      <span class="tool">
        {call.tool}
        {call.what !== undefined && <span class="what"> {call.what}</span>}
      </span>
      <span class="question">{call.question ?? noQuestion(call)}</span>
      <span class="figures">
        {figure(call.raw)} → {figure(call.shown)}
        {call.recovered > 0 && ` → +${figure(call.recovered)} recovered`}
        {call.again > 0 && ` → +${figure(call.again)} again`}
        <strong class={call.net < 0 ? 'loss' : undefined}>net {figure(call.net)}</strong>
      </span>
      <span class="place">
        {moment(call.at)} · {call.client}
        {call.model !== undefined && ` · ${call.model}`} · {shortPath(call.project)}
        {call.missChance >= 0.5 && (
          <span class="loss"> · {percent(call.missChance)} chance of a miss</span>
        )}
      </span>
    </>
  )
  return <li>{call.canOpen ? <a href={`#call/${call.id}`}>{head}</a> : <div>{head}</div>}</li>
}

function noQuestion({ isHeld, isCut }: CallRow): string {
  if (isHeld) return 'passed raw, as part of the control group'
  return isCut ? 'its text is no longer stored' : 'passed whole'
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
