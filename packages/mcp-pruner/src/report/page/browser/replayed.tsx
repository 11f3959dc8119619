// One output of a replay, opened from its misses.
import type { OpenedOutput } from '../../replay/replay-figures.js'
import { figure } from './format.js'
import { Problem } from './parts.js'
import { TextLines } from './text-lines.js'
import { useFetched } from './use-fetched.js'
import { useEscape } from './use-keys.js'

/** One output of a replay: what would have been cut, and what the agent used later. */
export function Replayed({ file, call }: { file: string; call: string }) {
  const query = new URLSearchParams({ file, call }).toString()
  const { answer, problem } = useFetched<OpenedOutput>(() => `/api/replayed?${query}`, query, 0)
  useEscape('#replay')
  return (
    <>
      <p>
        <a href="#replay">← Replay</a>
      </p>
      <Problem text={problem} />
      {!answer && problem === undefined && <p role="status">The session is replayed …</p>}
      {answer && (
        <>
          <h1>
            {answer.tool} <span class="what">{answer.what}</span>
          </h1>
          <p class="asked">{answer.question}</p>
          <p>Lines that were used later are underlined; open a cut to see them.</p>
          <ul>
            {answer.view.used?.map(({ line, use }) => (
              <li key={line}>
                {use}: line {figure(line + answer.view.firstLine - 1)}{' '}
                <code>{answer.view.lines[line - 1]}</code>
              </li>
            ))}
          </ul>
          <TextLines view={answer.view} />
        </>
      )}
    </>
  )
}
