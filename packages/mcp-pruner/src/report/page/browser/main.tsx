// The page: its views, selected by the # of the address. A link may be opened in a new tab.
import { render } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { hasToken } from './ask.js'
import { Call } from './call.js'
import { Calls } from './calls.js'
import { Home } from './home.js'
import { Problem } from './parts.js'
import { Replay } from './replay.js'
import { Replayed } from './replayed.js'
import { Savings } from './savings.js'
import { Session, Sessions } from './sessions.js'
import { Try } from './try.js'
import { useFocusOn, useRowKeys } from './use-keys.js'

const VIEWS = [
  ['home', 'Home'],
  ['calls', 'Calls'],
  ['sessions', 'Sessions'],
  ['try', 'Try'],
  ['savings', 'Savings'],
  ['replay', 'Replay'],
] as const

/** The main view of a subview. */
const PART_OF: Readonly<Record<string, string>> = {
  call: 'calls',
  session: 'sessions',
  replayed: 'replay',
}

const placeNow = (): string => location.hash.slice(1) || 'home'

function Page() {
  const [place, setPlace] = useState(placeNow)
  const main = useRef<HTMLElement>(null)
  const here = useRef(place)
  const left = useRef('')
  useRowKeys(main)
  useFocusOn(main, left)
  useEffect(() => {
    const follow = () => {
      left.current = here.current
      here.current = placeNow()
      setPlace(here.current)
      // A new view starts at its top, also for screen readers.
      main.current?.focus({ preventScroll: true })
      scrollTo(0, 0)
    }
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  const [path = ''] = place.split('?')
  const [view = '', ...rest] = path.split('/')
  const given = rest.map(decodeURIComponent)
  const current = PART_OF[view] ?? view
  useEffect(() => {
    document.title = `${VIEWS.find(([name]) => name === current)?.[1] ?? 'Home'} · mcp-pruner`
  }, [current])
  return (
    <>
      <header>
        <a class="name" href="#home">
          mcp-pruner
        </a>
        <nav aria-label="Views">
          {VIEWS.map(([name, title]) => (
            <a key={name} href={`#${name}`} aria-current={name === current ? 'page' : undefined}>
              {title}
            </a>
          ))}
        </nav>
      </header>
      <main ref={main} tabIndex={-1}>
        {hasToken ? <View view={view} given={given} /> : <NoToken />}
      </main>
    </>
  )
}

function View({ view, given: [first = '', second = ''] }: { view: string; given: string[] }) {
  if (view === 'call') return <Call id={first} />
  if (view === 'calls') return <Calls />
  if (view === 'sessions') return <Sessions />
  if (view === 'session') return <Session file={first} />
  if (view === 'try') return <Try />
  if (view === 'savings') return <Savings />
  if (view === 'replay') return <Replay />
  if (view === 'replayed') return <Replayed file={first} call={second} />
  return <Home />
}

const NoToken = () => (
  <>
    <h1>mcp-pruner</h1>
    <Problem text="The address lacks its token. Open the one that mcp-pruner ui printed." />
  </>
)

const root = document.getElementById('page')
if (root) {
  root.replaceChildren()
  render(<Page />, root)
}
