// Asks on the terminal before anything is written. Leaving the prompt changes nothing.
import { createInterface } from 'node:readline/promises'
import { UsageError } from '../errors/usage-error.js'
import { printLine } from './verb.js'

export function requireTerminal({
  hint,
  isForPrograms,
}: {
  readonly hint: string
  readonly isForPrograms: boolean
}): void {
  if (!process.stdin.isTTY || isForPrograms) {
    throw new UsageError('cannot ask for confirmation without a terminal', hint)
  }
}

export async function confirmed(question: string): Promise<boolean> {
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
  printLine('Nothing was changed.')
  return false
}
