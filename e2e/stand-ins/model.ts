// A model that follows a script, whichever API it is asked through.

/** What the model is sent, without the API around it. */
export interface ModelRequest {
  /** Names of the pruner's tools that the request lists. */
  readonly prunerTools: readonly string[]
  /** Every tool result in the conversation so far, oldest first, as the model reads it. */
  readonly toolResults: readonly string[]
  /** The request as it came. */
  readonly body: string
}

export type ModelAction =
  | { readonly say: string }
  | { readonly call: string; readonly input: unknown }
  /** Leaves the request unanswered until the client goes away. */
  | { readonly wait: true }
  /** Here and from here on: clients ask again. */
  | { readonly refuse: true }

/** One entry an answer; after the last the model says that it is done. */
export type ModelScript = readonly (ModelAction | ((request: ModelRequest) => ModelAction))[]

export class ScriptedModel {
  readonly requests: ModelRequest[] = []
  readonly #script: ModelScript
  #firstRequest: () => void = () => {}
  #refusing = false

  constructor(script: ModelScript) {
    this.#script = script
  }

  onFirstRequest(act: () => void): void {
    this.#firstRequest = act
  }

  answer(request: ModelRequest): ModelAction {
    const turn = this.requests.push(request)
    if (turn === 1) this.#firstRequest()
    this.#refusing ||= isRefusal(this.#script[turn - 1])
    if (this.#refusing) return { refuse: true }
    const step = this.#script[turn - 1] ?? { say: 'done' }
    return typeof step === 'function' ? step(request) : step
  }
}

const isRefusal = (step: ModelScript[number] | undefined) => step !== undefined && 'refuse' in step
