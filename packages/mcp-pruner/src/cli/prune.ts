// `mcp-pruner prune`: what answers a question, from files, a pipe or a command.
import { basename } from 'node:path'
import { estimateTokens } from '@jeeves/pruner/count'
import { readArgs } from '../process/read-args.js'
import { isColourful } from '../process/terminal-style.js'
import { UsageError } from '../process/usage-error.js'
import { visible } from '../process/visible-text.js'
import { coloured } from '../shell/shell-colours.js'
import { openShell, type Shell } from '../shell/shell-pipeline.js'
import { readBounded, readWhole, runCommand, type ShellText } from '../shell/shell-sources.js'
import { type ShellAnswer, shellTool } from '../shell/shell-tool.js'
import { runVerb, warn } from './verb.js'

export const HELP = `Shows the lines that answer a question, and how to have back the others.

Usage: mcp-pruner prune [OPTIONS] QUESTION [FILE]...
       COMMAND | mcp-pruner prune [OPTIONS] QUESTION
       mcp-pruner prune [OPTIONS] QUESTION -- COMMAND [ARGS]...

Arguments:
  QUESTION   What you want to know
  [FILE]...  Text files to ask; without any, standard input
  COMMAND    A command to run and ask; its exit code is kept

Options:
      --max-tokens N  Show at most this many tokens (estimated)
      --json          Print the answer and its figures for programs
  -h, --help          Show this text
`

const OPTIONS = {
  'max-tokens': { type: 'string' },
  json: { type: 'boolean', default: false },
} as const

export const prune = (args: readonly string[]): Promise<number> =>
  runVerb('prune', HELP, args, async () => {
    const split = args.indexOf('--')
    const command = split === -1 ? [] : args.slice(split + 1)
    const { values, positionals } = readArgs(split === -1 ? args : args.slice(0, split), OPTIONS)
    const [question = '', ...files] = positionals
    if (question.trim() === '') throw new UsageError('there is no question')
    if (split !== -1 && command.length === 0) throw new UsageError('there is no command after --')
    if (command.length > 0 && files.length > 0) {
      throw new UsageError('files and a command do not go together')
    }
    if (command.length === 0 && files.length === 0 && process.stdin.isTTY) {
      throw new UsageError(
        'there is nothing to ask: name a file, pipe something in, or put a command after --',
      )
    }
    const asked = { question, maxTokens: tokensOf(values['max-tokens']), json: values.json }
    const shell = openShell()
    try {
      if (command.length > 0) return await askCommand(shell, command, asked)
      return await (files.length > 0 ? askFiles(shell, files, asked) : askInput(shell, asked))
    } finally {
      await shell.close()
    }
  })

interface Asked {
  readonly question: string
  readonly maxTokens: number | undefined
  readonly json: boolean
}

function tokensOf(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (!/^[1-9]\d{0,8}$/.test(value)) {
    throw new UsageError(`--max-tokens ${JSON.stringify(value)} is not a number of 1 or greater`)
  }
  return Number(value)
}

async function askFiles(shell: Shell, files: readonly string[], asked: Asked): Promise<number> {
  let failed = false
  for (const file of files) {
    const text = await readText(file, shell.settings.pruner.maxInputBytes)
    if ('problem' in text) {
      warn(`mcp-pruner prune: ${file}: ${text.problem}`)
      failed = true
      continue
    }
    if (files.length > 1 && !asked.json) process.stdout.write(`==> ${file} <==\n`)
    await answer(shell, { text: text.text, fileName: file }, asked)
  }
  return failed ? 1 : 0
}

async function readText(
  file: string,
  maxBytes: number,
): Promise<{ text: string } | { problem: string }> {
  try {
    const bytes = await readWhole(file, maxBytes)
    if ('problem' in bytes) return bytes
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch (error) {
    if (error instanceof TypeError) return { problem: 'is not UTF-8 text' }
    const { code = '' } = error as NodeJS.ErrnoException
    const reasons: Readonly<Record<string, string>> = {
      ENOENT: 'there is no such file',
      EISDIR: 'is a folder',
      EACCES: 'may not be read',
    }
    return { problem: reasons[code] ?? `cannot be read (${code})` }
  }
}

async function askInput(shell: Shell, asked: Asked): Promise<number> {
  const { maxInputBytes } = shell.settings.pruner
  const whole = await readBounded(process.stdin, maxInputBytes, show)
  if (whole === undefined) tellTooLarge(maxInputBytes)
  else await answer(shell, { text: whole.toString('utf8') }, asked)
  return 0
}

async function askCommand(shell: Shell, command: readonly string[], asked: Asked): Promise<number> {
  const { maxInputBytes } = shell.settings.pruner
  try {
    const stop = showRunning(command)
    const { exitCode, output } = await runCommand(command, maxInputBytes, show).finally(stop)
    if (output === undefined) tellTooLarge(maxInputBytes)
    else await answer(shell, { text: output, context: command.join(' ') }, asked)
    return exitCode
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    warn(
      `mcp-pruner prune: ${basename(command[0] ?? '')} could not be started (${code ?? 'unknown'})`,
    )
    // As shells answer: 127 for what is not there, 126 for what cannot be run.
    return code === 'ENOENT' ? 127 : 126
  }
}

/** After a second, on a terminal: a command that says nothing seems to hang. */
const RUNNING_AFTER_MS = 1000

function showRunning(command: readonly string[]): () => void {
  const { stderr } = process
  if (!stderr.isTTY) return () => {}
  const started = Date.now()
  const name = visible(command.join(' ')).slice(0, 50)
  const timer = setInterval(() => {
    const seconds = Math.round((Date.now() - started) / 1000)
    stderr.write(`\r\u001B[2mrunning ${name} … ${seconds} s\u001B[0m\u001B[K`)
  }, RUNNING_AFTER_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
    if (Date.now() - started >= RUNNING_AFTER_MS) stderr.write('\r\u001B[K')
  }
}

const show = (chunk: Buffer) => void process.stdout.write(chunk)

const tellTooLarge = (maxBytes: number) =>
  warn(`mcp-pruner prune: more than PRUNER_MAX_INPUT_BYTES=${maxBytes}, so all of it is shown`)

async function answer(
  shell: Shell,
  source: ShellText,
  { question, maxTokens, json }: Asked,
): Promise<void> {
  const result = await shell.call(shellTool, {
    ...source,
    question,
    ...(maxTokens !== undefined && { maxTokens }),
  })
  process.stdout.write(json ? figures(source, result) : forReader(result.text, question))
}

function forReader(answered: string, question: string): string {
  const text = isColourful(process.stdout) ? coloured(answered, question) : answered
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
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
