// Try: a project file or a pasted text, a question, and the answer, updated while typing.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { TryAnswer, TryRequest } from '../ui-api.js'
import { ask } from './ask.js'
import { Exact } from './call.js'
import { figure, missingText, percent, ratio } from './format.js'
import { Empty, Problem } from './parts.js'
import { TextLines } from './text-lines.js'
import { useFetched } from './use-fetched.js'

/** Long enough not to interrupt a word. */
const PAUSE_MS = 120
/** The slider goes from 50 tokens to 50,000, logarithmically; its right end means no limit. */
const STEPS = 60
const tokensAt = (step: number): number => Math.round(50 * 1000 ** (step / (STEPS - 1)))

interface Project {
  readonly root: string
  readonly files: readonly string[]
}

export function Try() {
  const [question, setQuestion] = useState('')
  const [file, setFile] = useState('')
  const [pasted, setPasted] = useState('')
  const [step, setStep] = useState(STEPS)
  const [isPrice, setPrice] = useState(false)
  const { answer: project } = useFetched<Project>(() => '/api/files', '', 0)
  const isKnown = project?.files.includes(file) === true
  const source = isKnown ? { file } : pasted === '' ? undefined : { text: pasted }
  const chosen = step < STEPS ? { [isPrice ? 'price' : 'tokens']: tokensAt(step) } : {}
  const { answer, problem } = useTried(source && { question, ...source, ...chosen })

  return (
    <>
      <h1>Try</h1>
      <div class="form">
        <label>
          File of {project?.root ?? 'the project'}
          <input
            list="files"
            value={file}
            placeholder="src/…"
            onInput={(event) => setFile(event.currentTarget.value)}
          />
        </label>
        <datalist id="files">
          {project?.files.slice(0, 1000).map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        {!isKnown && (
          <label>
            … or a text
            <textarea
              rows={6}
              value={pasted}
              onInput={(event) => setPasted(event.currentTarget.value)}
            />
          </label>
        )}
        <label>
          Question
          <input
            value={question}
            placeholder="Where is the retry delay bounded?"
            onInput={(event) => setQuestion(event.currentTarget.value)}
          />
        </label>
        <Slider step={step} isPrice={isPrice} onStep={setStep} onPrice={setPrice} />
      </div>
      <Problem text={problem} />
      {answer && source ? (
        <Tried answer={answer} />
      ) : (
        <Empty title="Nothing to prune yet">
          <p>Choose a file or paste a text, and ask something of it.</p>
        </Empty>
      )}
    </>
  )
}

interface SliderProps {
  readonly step: number
  readonly isPrice: boolean
  readonly onStep: (step: number) => void
  readonly onPrice: (isPrice: boolean) => void
}

function Slider({ step, isPrice, onStep, onPrice }: SliderProps) {
  return (
    <>
      <p class="choice">
        <button type="button" aria-pressed={!isPrice} onClick={() => onPrice(false)}>
          By tokens
        </button>
        <button type="button" aria-pressed={isPrice} onClick={() => onPrice(true)}>
          By the price of a miss
        </button>
      </p>
      <label>
        {sliderText(step, isPrice)}
        <input
          type="range"
          min={0}
          max={STEPS}
          value={step}
          aria-valuetext={sliderText(step, isPrice)}
          onInput={(event) => onStep(Number(event.currentTarget.value))}
        />
      </label>
    </>
  )
}

function Tried({ answer }: { readonly answer: TryAnswer }) {
  const [isExact, setExact] = useState(false)
  return (
    <>
      <p role="status">
        {figure(answer.tokensBefore)} → {figure(answer.tokensAfter)} tokens (
        {percent(ratio(answer.tokensAfter, answer.tokensBefore))}), {figure(answer.linesKept)} of{' '}
        {figure(answer.view.lines.length)} lines, {missingText(answer.expectedMisses)},{' '}
        {answer.milliseconds} ms
      </p>
      <p class="choice">
        <button type="button" aria-pressed={!isExact} onClick={() => setExact(false)}>
          What is cut
        </button>
        <button type="button" aria-pressed={isExact} onClick={() => setExact(true)}>
          The exact answer
        </button>
      </p>
      {isExact ? <Exact text={answer.answer} /> : <TextLines view={answer.view} />}
    </>
  )
}

function sliderText(step: number, isPrice: boolean): string {
  if (step >= STEPS) {
    return isPrice ? 'A miss costs what the engine expects' : 'As much as pays for itself'
  }
  const tokens = figure(tokensAt(step))
  return isPrice ? `A miss costs ${tokens} tokens` : `About ${tokens} tokens`
}

function useTried(request: TryRequest | undefined) {
  const [tried, setTried] = useState<{ answer?: TryAnswer; problem?: string }>({})
  const latest = useRef(0)
  const key = JSON.stringify(request)
  useEffect(() => {
    if (!request) return undefined
    const mine = ++latest.current
    const timer = setTimeout(() => {
      ask<TryAnswer>('/api/try', request).then(
        (answer) => mine === latest.current && setTried({ answer }),
        (error: Error) => mine === latest.current && setTried({ problem: error.message }),
      )
    }, PAUSE_MS)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- `key` stands for `request`
  }, [key])
  return tried
}
