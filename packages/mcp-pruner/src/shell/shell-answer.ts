// One question about one text at a prompt, and the printed answer.
import { estimateTokens } from '@jeeves/pruner/count'
import { isColourful } from '../process/terminal-style.js'
import { coloured } from './shell-colours.js'
import type { Shell } from './shell-pipeline.js'
import type { ShellText } from './shell-sources.js'
import { type ShellAnswer, type ShellArgs, shellTool } from './shell-tool.js'

export interface ShellQuestion
  extends Pick<ShellArgs, 'question' | 'maxTokens' | 'numbers' | 'widen'> {
  readonly json: boolean
}

/** Resolves with the number of tokens printed. */
export async function printAnswer(
  shell: Shell,
  source: ShellText,
  { json, ...asked }: ShellQuestion,
): Promise<number> {
  const result = await shell.call(shellTool, { ...source, ...asked })
  process.stdout.write(
    json ? figures(source, result) : forReader(source.text, result.text, asked.question),
  )
  return estimateTokens(result.text)
}

/** A text shown whole is printed byte for byte. */
function forReader(raw: string, answered: string, question: string): string {
  const text = isColourful(process.stdout) ? coloured(answered, question) : answered
  const isExact = answered === raw && !process.stdout.isTTY
  return isExact || text === '' || text.endsWith('\n') ? text : `${text}\n`
}

function figures({ text, fileName }: ShellText, { text: shown, pruning }: ShellAnswer): string {
  const answered = {
    ...(fileName !== undefined && { file: fileName }),
    text: shown,
    tokens: { raw: Math.round(estimateTokens(text)), shown: Math.round(estimateTokens(shown)) },
    pruning,
  }
  return `${JSON.stringify(answered, null, 2)}\n`
}
