// The page: four views, told apart by what stands behind the # of the address.
import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { hasToken } from './ask.js'
import { Call, Calls } from './calls.js'
import { Problem } from './parts.js'
import { Replay } from './replay.js'
import { Savings } from './savings.js'
import { Try } from './try.js'

const VIEWS = [
  ['calls', 'Calls'],
  ['try', 'Try'],
  ['savings', 'Savings'],
  ['replay', 'Replay'],
] as const

const placeNow = (): string => location.hash.slice(1) || 'calls'

function Page() {
  const [place, setPlace] = useState(placeNow)
  useEffect(() => {
    const follow = () => setPlace(placeNow())
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  const [view = '', id = ''] = place.split('/')
  const current = view === 'call' ? 'calls' : view
  useEffect(() => {
    document.title = `${VIEWS.find(([name]) => name === current)?.[1] ?? 'Calls'} · mcp-pruner`
  }, [current])
  return (
    <>
      <header>
        <span class="name">mcp-pruner</span>
        <nav aria-label="Views">
          {VIEWS.map(([name, title]) => (
            <a key={name} href={`#${name}`} aria-current={name === current ? 'page' : undefined}>
              {title}
            </a>
          ))}
        </nav>
      </header>
      <main>{hasToken ? <View view={view} id={id} /> : <NoToken />}</main>
    </>
  )
}

function View({ view, id }: { view: string; id: string }) {
  if (view === 'call') return <Call id={id} />
  if (view === 'try') return <Try />
  if (view === 'savings') return <Savings />
  if (view === 'replay') return <Replay />
  return <Calls />
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
