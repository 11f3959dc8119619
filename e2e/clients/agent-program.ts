// A real agent client as a program: how it is started once with a prompt, in a home of its own.

export interface ProgramPlace {
  readonly home: string
  readonly project: string
  /** Of the stand-in for its model's API. */
  readonly origin: string
  /** With the pruner installed. */
  readonly native: boolean
}

export interface AgentProgram {
  readonly name: string
  /** Under node_modules/.bin. */
  readonly command: string
  readonly args: (place: ProgramPlace) => readonly string[]
  readonly env: (place: ProgramPlace) => Readonly<Record<string, string>>
  /** The client's own settings, by path from the home folder, written before anything is installed. */
  readonly settings: (place: ProgramPlace) => Readonly<Record<string, string>>
  /** How its model learns that a command exited with 3, if it does. */
  readonly exitCode?: RegExp
  /** The client leaves out the middle of a failing command's output. */
  readonly shortensFailures?: true
  /** What the client itself adds to its settings when it runs. */
  readonly ownWrites?: RegExp
  /** Its own tools, as its model calls them. */
  readonly shell: (command: string, description: string) => NativeUse
  readonly read?: (file: string) => NativeUse
  readonly search?: (pattern: string, folder: string) => NativeUse
  /** Ends processes that the client leaves running in its home. */
  readonly endLeftovers?: (home: string) => Promise<void>
  /** False where its hooks cannot change what its model is given. */
  readonly isHooked?: false
  /** A tool of the pruner, as its model calls it. */
  readonly prunerTool: (name: string, input: NativeUse['input']) => NativeUse
}

export interface NativeUse {
  readonly use: string
  /** For the client that groups the tools of a server. */
  readonly namespace?: string
  readonly input: Readonly<Record<string, unknown>>
}

export const PROMPT = 'Find out why the reorder quantity is wrong.'
