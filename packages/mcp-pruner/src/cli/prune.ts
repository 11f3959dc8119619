// `mcp-pruner prune`: the lines of files, a pipe or a command that answer a question.
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { fileProblem, UsageError } from '../errors/usage-error.js'
import { wholeNumber } from '../process/option-values.js'
import { statIfThere } from '../process/stat-file.js'
import { visible } from '../process/visible-text.js'
import { printAnswer, type ShellQuestion } from '../shell/shell-answer.js'
import { openShell, type Shell } from '../shell/shell-pipeline.js'
import {
  readBounded,
  readWhole,
  runCommand,
  type ShellText,
  TOO_LARGE,
  textIn,
} from '../shell/shell-sources.js'
import { ARGUMENT_FLAGS } from '../tools/argument-flags.js'
import { defineVerb, warn } from './verb.js'

export const prune = defineVerb({
  name: 'prune',
  does: 'Shows the lines that answer a question, and says how to recover the others.',
  usage: [
    'prune [OPTIONS] QUESTION [FILE]...',
    'COMMAND | mcp-pruner prune [OPTIONS] QUESTION',
    'prune [OPTIONS] QUESTION -- COMMAND [ARGS]...',
  ],
  args: {
    ...ARGUMENT_FLAGS.context_focus_question,
    '[FILE]...':
      'Text files, folders, or quoted globs such as "src/**/*.ts" (of many files, the best matches); - or none: standard input',
    COMMAND: 'A command to run; the question is asked of its output, and its exit code is kept',
  },
  options: {
    ...ARGUMENT_FLAGS.max_tokens,
    '--context N': 'Also show N lines before and after each kept line',
    '--whole': 'Show the whole function, type or section around each kept line',
    ...ARGUMENT_FLAGS.include_line_numbers,
    '--json': 'Print the answer and its figures for programs',
  },
  notes: [
    'Input larger than PRUNER_MAX_INPUT_BYTES, and anything but UTF-8 text from a pipe or a command, is passed on unchanged; with --max-tokens or --json it is refused.',
  ],
  async run({ values, positionals: [question = '', ...files], command }) {
    if (question.trim() === '') throw new UsageError('no question given')
    if (command?.length === 0) throw new UsageError('no command given after --')
    if (command && files.length > 0) {
      throw new UsageError('files and a command cannot be combined')
    }
    if (!command && files.length === 0 && process.stdin.isTTY) {
      if (existsSync(question)) throw new UsageError(`no question given before ${question}`)
      throw new UsageError(
        'no text given: name a file, pipe something in, or put a command after --',
      )
    }
    const maxTokens = wholeNumber('--max-tokens', values['max-tokens'], MIN_TOKENS)
    const context = wholeNumber('--context', values.context, 0, MAX_CONTEXT)
    const { whole, numbers, json } = values
    const widen = context === undefined && !whole ? {} : { widen: { context: context ?? 0, whole } }
    const bound = maxTokens === undefined ? {} : { maxTokens }
    const asked: ShellQuestion = { question, numbers, json, ...widen, ...bound }
    const shell = openShell()
    try {
      if (command) return await askCommand(shell, command, asked)
      const isPiped = files.every((name) => name === STDIN)
      return await (isPiped ? askInput(shell, asked) : askFiles(shell, files, asked))
    } finally {
      await shell.close()
    }
  },
})

/** With fewer, most would go to the closing line. */
const MIN_TOKENS = 60
const MAX_CONTEXT = 1000
const FAILED = 1
/** The usual name of standard input among files. */
const STDIN = '-'

async function askFiles(shell: Shell, names: readonly string[], asked: ShellQuestion) {
  const { files, failed: missing } = await expand(shell, names, asked.question)
  let failed = missing
  let left = asked.maxTokens
  for (const [at, file] of files.entries()) {
    if (left !== undefined && left < MIN_TOKENS) {
      warn(`mcp-pruner prune: --max-tokens reached; not shown: ${files.slice(at).join(', ')}`)
      break
    }
    const name = file === STDIN ? 'standard input' : file
    const heading = files.length > 1 && !asked.json ? `==> ${name} <==\n` : ''
    const read = await readText(file, shell, asked, heading)
    if ('problem' in read) {
      warn(`mcp-pruner prune: ${name}: ${read.problem}`)
      failed = true
    }
    if (!('text' in read)) continue
    if (read.text === '') warn(`mcp-pruner prune: ${name}: empty`)
    process.stdout.write(heading)
    const bound = left === undefined ? {} : { maxTokens: left }
    const source = file === STDIN ? {} : { fileName: file }
    const shown = await printAnswer(shell, { text: read.text, ...source }, { ...asked, ...bound })
    if (left !== undefined) left = Math.floor(left - shown - heading.length / 2)
  }
  return failed ? FAILED : 0
}

/** Expands folders and globs to files. */
async function expand(shell: Shell, names: readonly string[], question: string) {
  const files: string[] = []
  let failed = false
  for (const name of names) {
    if (name === STDIN) {
      files.push(name)
      continue
    }
    const isThere = statIfThere(name)
    if (isThere ? !isThere.isDirectory() : !/[*?[{]/.test(name)) {
      files.push(name)
      continue
    }
    const { findFiles } = await import('../shell/shell-files.js')
    const found = await findFiles(name, question, shell.settings.pruner.maxInputBytes)
    if ('problem' in found) {
      warn(`mcp-pruner prune: ${name}: ${found.problem}`)
      failed = true
      continue
    }
    for (const note of found.notes) warn(`mcp-pruner prune: ${name}: ${note}`)
    if (found.files.length === 0) failed = true
    files.push(...found.files)
  }
  return { files: [...new Set(files)], failed }
}

const COMMAND_REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'command not found',
  EACCES: 'permission denied',
}

async function readText(
  file: string,
  shell: Shell,
  asked: ShellQuestion,
  heading: string,
): Promise<{ text: string } | { problem: string } | { passed: true }> {
  const { maxInputBytes } = shell.settings.pruner
  let first = heading
  const passOn = (chunk: Buffer) => {
    if (mustFit(asked)) return
    process.stdout.write(first)
    first = ''
    show(chunk)
  }
  try {
    const bytes =
      file === STDIN
        ? ((await readBounded(process.stdin, maxInputBytes, passOn)) ?? TOO_LARGE)
        : await readWhole(file, maxInputBytes, passOn)
    if (bytes === TOO_LARGE) {
      if (mustFit(asked)) return { problem: `larger than ${limitOf(maxInputBytes)}` }
      tellTooLarge(maxInputBytes)
      return { passed: true }
    }
    if ('problem' in bytes) return bytes
    const text = textIn(bytes)
    return text === undefined ? { problem: 'not UTF-8 text' } : { text }
  } catch (error) {
    return { problem: fileProblem(error) }
  }
}

async function askInput(shell: Shell, asked: ShellQuestion): Promise<number> {
  const { maxInputBytes } = shell.settings.pruner
  const whole = await readBounded(process.stdin, maxInputBytes, mustFit(asked) ? drop : show)
  return askBytes(shell, whole, {}, asked)
}

async function askCommand(
  shell: Shell,
  command: readonly string[],
  asked: ShellQuestion,
): Promise<number> {
  const { maxInputBytes } = shell.settings.pruner
  try {
    const stop = showRunning(command)
    const overflow = mustFit(asked) ? drop : show
    const { exitCode, output } = await runCommand(command, maxInputBytes, overflow).finally(stop)
    const problem = await askBytes(shell, output, { context: command.join(' ') }, asked)
    return exitCode || problem
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    const why = COMMAND_REASONS[code] ?? `cannot be started (${code})`
    warn(`mcp-pruner prune: ${basename(command[0] ?? '')}: ${why}`)
    // The shells' exit codes: 127 if it is not found, 126 if it cannot be run.
    return code === 'ENOENT' ? 127 : 126
  }
}

/** What cannot be pruned is passed through, or refused if the answer must fit. */
async function askBytes(
  shell: Shell,
  bytes: Buffer | undefined,
  about: Omit<ShellText, 'text'>,
  asked: ShellQuestion,
): Promise<number> {
  const { maxInputBytes } = shell.settings.pruner
  const text = bytes && textIn(bytes)
  if (text !== undefined) {
    if (text === '')
      warn(
        `mcp-pruner prune: ${about.context ? 'the command printed nothing' : 'the input is empty'}`,
      )
    await printAnswer(shell, { text, ...about }, asked)
    return 0
  }
  if (mustFit(asked)) {
    const why = bytes ? 'not UTF-8 text' : `larger than ${limitOf(maxInputBytes)}`
    warn(`mcp-pruner prune: the input is ${why}`)
    return FAILED
  }
  if (bytes === undefined) tellTooLarge(maxInputBytes)
  else {
    show(bytes)
    warn('mcp-pruner prune: not UTF-8 text, so it is shown unchanged')
  }
  return 0
}

/** A bounded answer, or one for programs, must be text. */
const mustFit = ({ maxTokens, json }: ShellQuestion): boolean => json || maxTokens !== undefined

/** After a second, on a terminal: a silent command seems to hang. */
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
const drop = () => {}

const limitOf = (maxBytes: number) => `PRUNER_MAX_INPUT_BYTES=${maxBytes}`

const tellTooLarge = (maxBytes: number) =>
  warn(`mcp-pruner prune: more than ${limitOf(maxBytes)}, so all of it is shown`)
