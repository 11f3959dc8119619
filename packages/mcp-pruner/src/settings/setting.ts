// The declaration of a setting.

export type EntryPoint = 'all' | 'native' | 'serve' | 'wrap' | 'runner'

interface Declared {
  /** For docs/settings.md and the help texts. */
  readonly doc: string
  /** Absent: by all. */
  readonly usedBy?: EntryPoint
  /** The default in words, if it is not a plain value. */
  readonly defaultText?: string
  /** The option with the same meaning, as its help shows it. */
  readonly flag?: string
  /** Codex passes a server only the variables that its entry names. */
  readonly forwardedByCodex?: true
}

export type Setting = Declared &
  (
    | { readonly type: 'choice'; readonly values: readonly string[]; readonly default?: string }
    | {
        readonly type: 'integer' | 'number'
        readonly min: number
        readonly max: number
        readonly default?: number
        /** If `serve` differs. */
        readonly serveDefault?: number
      }
    | {
        readonly type: 'text'
        /** What is allowed, in a few words. */
        readonly values: string
        readonly default?: string
        readonly serveDefault?: string
      }
  )
