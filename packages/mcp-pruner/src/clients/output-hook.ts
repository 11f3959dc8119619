// How a client's hook replaces an output after the call: which part of what it is given is the output, and what it
// answers. Each client's is in its own folder.

/** The client's text around an output: it stays, around the pruned output. */
export interface Framed {
  readonly before: string
  readonly text: string
  readonly after: string
  /** Number of the first line in its file, if the lines carry no numbers. */
  readonly firstLine?: number
}

export const unframed = (text: string): Framed => ({ before: '', text, after: '' })

/** What a hook says of a call that has ended. */
export interface EndedCall {
  readonly response: unknown
  /** A file with the whole output, named by the client itself. */
  readonly outputFile: string | undefined
  /** The client's process: the server that it runs has the same parent. */
  readonly parentPid: number | undefined
}

/** In the client's own format; `{}` means no change. */
export type HookAnswer = Readonly<Record<string, unknown>>

export interface OutputHook {
  /** A plugin of ours, which passes an output unchanged: a text that is JSON stays a text. */
  readonly isPlugin?: boolean
  /** The whole output; `undefined`: it is left alone. */
  readonly outputOf: (call: EndedCall) => string | undefined | Promise<string | undefined>
  readonly frame?: (whole: string) => Framed
  /** In the client's format. `keepShown` stores a text that the server's `recover_text` returns unchanged. */
  readonly answer: (
    output: string,
    call: EndedCall,
    keepShown: (text: string) => Promise<string | undefined>,
  ) => HookAnswer | Promise<HookAnswer>
}
