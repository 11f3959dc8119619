// Asks on the terminal before anything is written. Leaving the prompt changes nothing.
import { createInterface } from 'node:readline/promises'
import { UsageError } from '../errors/usage-error.js'
import { say } from './verb.js'

export interface Asking {
  /** The default when nobody can be asked. */
  readonly hint: string
  /** A program reads the output, so nothing is asked. */
  readonly isForPrograms: boolean
}

export function expectTerminal({ hint, isForPrograms }: Asking): void {
  if (!process.stdin.isTTY || isForPrograms) {
    throw new UsageError('no terminal to ask on', hint)
  }
}

export async function saysYes(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await terminal.question(`${question} [y/N] `)
    if (/^y(es)?$/i.test(answer.trim())) return true
  } catch (error) {
    // Ctrl-C and Ctrl-D, which send no line.
    if ((error as NodeJS.ErrnoException).code !== 'ABORT_ERR') throw error
    process.stderr.write('\n')
  } finally {
    terminal.close()
  }
  say('Nothing was changed.')
  return false
}
