// bash: one command in a shell, with its output captured within limits. A command that exits non-zero is a
// tool error whose output is shown, and pruned, like any other.

import { constants } from 'node:os'
import { type BashAnswer, BashArgumentsSchema } from '@jeeves/contracts'
import { signalOf } from '@jeeves/mcp-runtime'
import type * as z from 'zod'
import {
  type Call,
  describeFailure,
  type Failure,
  type Finished,
  type Produced,
  ToolFailure,
} from '../call/tool.js'
import { childEnv, sandboxEnv } from '../process/child-env.js'
import { findOnPath } from '../process/find-program.js'
import { runsPrograms } from '../process/loader-variables.js'
import { type GroupExit, runInGroup } from '../process/process-group.js'
import { openSandbox, sandboxed } from '../process/sandbox.js'
import { processEnv } from '../settings/environment.js'
import type { Settings } from '../settings/settings.js'
import { BASH } from './definitions.js'
import { type Opened, openDirectoryInside, type Root, staysInRoot } from './files/confine.js'
import { HeadTail } from './head-tail.js'
import {
  type ErrorIn,
  ownTool,
  type Presented,
  parseArguments,
  presenting,
  pruningOptions,
  unlessEmpty,
  withNotes,
} from './own-tool.js'
import { type UnforgeableNotes, unforgeableNotes } from './unforgeable-notes.js'

type BashArgs = z.output<typeof BashArgumentsSchema>

export type BashRoot = Root & Partial<Pick<Settings, 'sandbox'>>

interface BashRaw {
  readonly cwd: string
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: number
  readonly truncated: boolean
}

export function createBashTool(root: BashRoot) {
  return ownTool(BASH, {
    parse: (input) =>
      parseArguments(BashArgumentsSchema, input, ({ cwd, env }) => [
        ...(typeof cwd === 'string' && !staysInRoot(root, cwd)
          ? [{ path: ['cwd'], code: 'custom' }]
          : []),
        ...(typeof env === 'object' && env !== null ? Object.entries(env) : [])
          .filter(([name, value]) => runsPrograms(name, value))
          .map(([name]) => ({ path: ['env', name], code: 'custom' })),
      ]),
    timeLimitMs: (args) => args.timeout_ms,
    timeLimitHint: 'timeout_ms raises the limit',
    reads: ({ command: what }) => ({ what }),
    run: (args, call) => run(root, args, call),
    shape: presenting(shape),
  })
}

async function run(root: BashRoot, args: BashArgs, call: Call): Promise<Produced<BashRaw>> {
  const maxBytes = args.max_output_bytes
  const folder = await openDirectoryInside(root, args.cwd ?? '.', 'invalid_cwd')
  try {
    const stdout = new HeadTail(maxBytes)
    const stderr = new HeadTail(maxBytes)
    const { program, args: words, env, name } = await shellFor(root, folder, args)
    const room = new AbortController()
    const counted = counting(call.reserve, room)
    const exit = await runInGroup(program, words, {
      argv0: name,
      cwd: folder.path,
      env,
      signal: AbortSignal.any([signalOf(call.signal), room.signal]),
      output: OPENS_ITS_OUTPUT.test(args.command) ? 'fifos' : 'files',
      onStdout: counted(stdout),
      onStderr: counted(stderr),
    })
    room.signal.throwIfAborted()
    const exitCode = exitCodeOf(exit)
    const failure = failureOf(exitCode, exit)
    const raw = { cwd: folder.realPath, exitCode, ...renderBoth(stdout, stderr, maxBytes) }
    const field = raw.stdout === '' ? 'stderr' : 'stdout'
    return {
      raw,
      text: raw[field],
      apply: ({ text }) => ({ ...raw, [field]: text }),
      requestOptions: pruningOptions(args, args.command),
      ...(failure && { failure }),
    }
  } finally {
    await folder.close()
  }
}

/** On Linux, opening one of these names truncates a file, but not a pipe. */
const OPENS_ITS_OUTPUT = /\/dev\/(?:std(?:out|err)|fd\/)|\/proc\/(?:self|\$\$|thread-self)\/fd/

/** Captured bytes are counted as they arrive; at the limit, the command is stopped with the reason. */
const counting =
  (reserve: Call['reserve'], room: AbortController) =>
  (into: HeadTail): ((chunk: Buffer) => void) => {
    let counted = 0
    return (chunk) => {
      if (room.signal.aborted) return
      into.push(chunk)
      try {
        if (into.bytesInMemory > counted) reserve?.(into.bytesInMemory - counted)
        counted = Math.max(counted, into.bytesInMemory)
      } catch (error) {
        room.abort(error)
      }
    }
  }

/** The shell is found on the server's PATH: a PATH in the request is for the command. */
async function shellFor(root: BashRoot, { realPath }: Opened, { command, env }: BashArgs) {
  const name = 'bash'
  const program = await findOnPath(name)
  if (program === undefined) throw notStarted(noBash(process.platform))
  const shell = { program, args: ['-lc', command] }
  const requested = { PWD: realPath, ...uncoloured(processEnv, env), ...env }
  if (root.sandbox !== 'bwrap') return { ...shell, env: childEnv(processEnv, requested), name }
  const sandbox = await openSandbox()
  if (!sandbox.works)
    throw notStarted(`MCP_PRUNER_SANDBOX=bwrap does not work here: ${sandbox.why}`)
  if (root.realRoot === '/') {
    throw notStarted('MCP_PRUNER_SANDBOX=bwrap cannot confine a root of /; set MCP_PRUNER_CWD')
  }
  const inside = sandboxed(sandbox, { realRoot: root.realRoot, cwd: realPath }, shell)
  return { ...inside, env: sandboxEnv(processEnv, requested), name: 'bwrap' }
}

/** A model would see colours as escapes around every word, so they are off unless requested. */
function uncoloured(
  server: NodeJS.ProcessEnv,
  requestedEnv: BashArgs['env'] = {},
): { NO_COLOR?: string } {
  const isDecided = ['NO_COLOR', 'FORCE_COLOR', 'CLICOLOR_FORCE'].some(
    (name) => name in server || name in requestedEnv,
  )
  return isDecided ? {} : { NO_COLOR: '1' }
}

/** Windows has none of its own. */
export const noBash = (platform: NodeJS.Platform): string =>
  platform === 'win32'
    ? 'bash is not on the PATH; install Git for Windows and add its bin folder to the PATH, or use WSL'
    : 'bash is not on the PATH'

const notStarted = (message: string): ToolFailure =>
  new ToolFailure({ code: 'spawn_error', message })

/** As a shell reports a child that a signal ended. */
const exitCodeOf = ({ code, signal }: GroupExit): number =>
  code ?? 128 + (signal ? (constants.signals[signal] ?? 0) : 0)

function failureOf(exit_code: number, { printedTooMuch }: GroupExit): Failure | undefined {
  if (exit_code === 0) return undefined
  if (printedTooMuch) {
    const message = 'the command was stopped: it printed faster than its output could be read'
    return { code: 'nonzero_exit', message, exit_code }
  }
  return { code: 'nonzero_exit', message: `the command exited with code ${exit_code}`, exit_code }
}

/** The limit is for both together; the shorter one is cut last. */
function renderBoth(stdout: HeadTail, stderr: HeadTail, maxBytes: number) {
  const half = Math.floor(maxBytes / 2)
  const forErr = Math.min(stderr.total, Math.max(half, maxBytes - stdout.total))
  const err = stderr.render(forErr)
  const out = stdout.render(maxBytes - Buffer.byteLength(err.text))
  return { stdout: out.text, stderr: err.text, truncated: out.truncated || err.truncated }
}

function shape(finished: Finished<BashArgs, BashRaw>): Presented<BashAnswer> {
  const { args, raw, failure, pruning, notes, warnings, durationMs } = finished
  const own = unforgeableNotes(raw ? `${raw.stdout}\n${raw.stderr}` : '')
  if (failure || !raw) {
    const { code = 'spawn_error', exit_code } = failure ?? {}
    const message = failure ? describeFailure(failure) : 'the command was not run'
    const error = { code, message, exit_code } as ErrorIn<BashAnswer>
    const closing = code === 'nonzero_exit' ? `[exit code ${exit_code}]` : `[${code}: ${message}]`
    return {
      structured: {
        tool: 'bash',
        error,
        stdout: raw?.stdout,
        stderr: raw?.stderr,
        pruning,
        warnings: unlessEmpty(warnings),
      },
      text: withNotes(raw ? bothStreams(raw, own) : '', [...notes, closing], warnings, own),
    }
  }
  return {
    structured: {
      tool: 'bash',
      command: args.command,
      cwd: raw.cwd,
      stdout: raw.stdout,
      stderr: raw.stderr,
      exit_code: raw.exitCode,
      timed_out: false,
      truncated: raw.truncated,
      duration_ms: durationMs,
      pruning,
      warnings: unlessEmpty(warnings),
    },
    text: withNotes(bothStreams(raw, own) || '[no output]', notes, warnings, own),
  }
}

function bothStreams({ stdout, stderr }: BashRaw, own: UnforgeableNotes): string {
  if (stdout === '' || stderr === '') return stdout + stderr
  return `${stdout}${stdout.endsWith('\n') ? '' : '\n'}${own.line('[stderr]')}\n${stderr}`
}
