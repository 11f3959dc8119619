// The result of one of the doctor's checks.

export interface Finding {
  /** `note`: nothing is wrong, but the reader may want to know. */
  readonly state: 'ok' | 'note' | 'bad'
  readonly about: string
  readonly text: string
  /** How to fix it. */
  readonly fix?: string
}

export const ok = (about: string, text: string): Finding => ({ state: 'ok', about, text })

export const note = (about: string, text: string, fix?: string): Finding =>
  fix === undefined ? { state: 'note', about, text } : { state: 'note', about, text, fix }

export const bad = (about: string, text: string, fix: string): Finding => ({
  state: 'bad',
  about,
  text,
  fix,
})
