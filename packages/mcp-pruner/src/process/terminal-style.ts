// Colours and width of printed text. A pipe gets plain text of any width.
import { processEnv } from '../settings/environment.js'

export interface TerminalStyle {
  readonly width: number
  readonly bold: (text: string) => string
  readonly faint: (text: string) => string
  readonly good: (text: string) => string
  readonly bad: (text: string) => string
  readonly note: (text: string) => string
}

/** Narrower than this, words would be broken. */
const MIN_WIDTH = 60

export const isColourOff = (): boolean =>
  Boolean(processEnv['NO_COLOR']) || processEnv['TERM'] === 'dumb'

export const isColourful = (stream: NodeJS.WriteStream): boolean => stream.isTTY && !isColourOff()

const sgr = (code: string) => (text: string) =>
  text === '' ? '' : `\u001B[${code}m${text}\u001B[0m`
const plain = (text: string): string => text

export const PLAIN_STYLE: TerminalStyle = {
  width: Number.POSITIVE_INFINITY,
  bold: plain,
  faint: plain,
  good: plain,
  bad: plain,
  note: plain,
}

export function styleFor(stream: NodeJS.WriteStream): TerminalStyle {
  const width = stream.isTTY ? Math.max(MIN_WIDTH, stream.columns || 80) : Number.POSITIVE_INFINITY
  if (!isColourful(stream)) return { ...PLAIN_STYLE, width }
  return {
    width,
    bold: sgr('1'),
    faint: sgr('2'),
    good: sgr('32'),
    bad: sgr('31'),
    note: sgr('33'),
  }
}
