// A wrapped server as a child process.

import { type ChildProcess, spawn } from 'node:child_process'
import { runWithTimeout } from '@jeeves/mcp-runtime'
import { LineChannel } from '../../../rpc/line-channel.js'
import { processEnv } from '../../../settings/environment.js'
import type { StdioSpec } from './spec.js'

const GRACE_MS = 2000
const ownGroup = process.platform !== 'win32'

export class StdioChannel extends LineChannel {
  readonly #child: ChildProcess
  readonly #exited: Promise<void>

  private constructor(child: ChildProcess) {
    const { stdin, stdout } = child
    if (!stdin || !stdout) throw new Error('the child process has no pipes')
    // The exit status says more than the end of the output, which comes first.
    super({ input: stdout, output: stdin, onEnd: () => {} })
    this.#child = child
    this.#exited = new Promise((resolve) => {
      child.once('close', (code, signal) => {
        resolve()
        this.closed(signal ? `it was ended by ${signal}` : `it exited with code ${code}`)
      })
    })
  }

  /** Rejects when the command cannot be run at all. */
  static open(spec: StdioSpec): Promise<StdioChannel> {
    return new Promise((resolve, reject) => {
      const child = spawn(spec.command, spec.args, {
        env: { ...processEnv, ...spec.env },
        ...(spec.cwd !== undefined && { cwd: spec.cwd }),
        stdio: ['pipe', 'pipe', 'inherit'],
        // Its own process group, so that the command's children end with it.
        detached: ownGroup,
        windowsHide: true,
      })
      child.once('error', (error: NodeJS.ErrnoException) => reject(spawnError(spec, error)))
      child.once('spawn', () => resolve(new StdioChannel(child)))
    })
  }

  /** Closes its input first, as the protocol requires, then sends signals. */
  override async close(): Promise<void> {
    this.#child.stdin?.end()
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      if (await this.#endsWithin(GRACE_MS)) break
      this.#kill(signal)
    }
    await this.#endsWithin(GRACE_MS)
    this.closed('it was closed')
  }

  /** A process that is exiting breaks its pipe first; its exit status says more. */
  protected override broken(reason: string): void {
    void this.#endsWithin(GRACE_MS).then(() => this.closed(reason))
  }

  async #endsWithin(ms: number): Promise<boolean> {
    const { status } = await runWithTimeout(() => this.#exited, { timeoutMs: ms })
    return status === 'completed'
  }

  #kill(signal: NodeJS.Signals): void {
    try {
      if (ownGroup && this.#child.pid) process.kill(-this.#child.pid, signal)
      else this.#child.kill(signal)
    } catch {
      // Already gone.
    }
  }
}

function spawnError(spec: StdioSpec, error: NodeJS.ErrnoException): Error {
  if (error.code === 'ENOENT') {
    return new Error(
      spec.cwd === undefined
        ? 'command not found'
        : `command not found, or its folder ${spec.cwd} does not exist`,
    )
  }
  return new Error(error.code === 'EACCES' ? 'permission denied' : error.message)
}
