#!/usr/bin/env node
// The command `jeeves-runner`. The run goes to stdout, the runner's log to stderr.

import { constants } from 'node:os'
import { MissingClientError } from '../client-package.js'
import { createRunnerLog } from '../events.js'
import type { AgentProvider } from '../provider.js'
import { claudeProvider } from '../providers/claudeAgentSdk.js'
import { codexProvider } from '../providers/codexSdk.js'
import { runAgent } from '../runner.js'
import { RUNNER_VERSION } from '../version.js'
import { type Invocation, parseInvocation, USAGE } from './arguments.js'
import { printableLine } from './print.js'

const PROVIDERS: Readonly<Record<'claude' | 'codex', AgentProvider>> = {
  claude: claudeProvider,
  codex: codexProvider,
}

process.exitCode = await main(parseInvocation(process.argv.slice(2)))

async function main(invocation: Invocation): Promise<number> {
  if (invocation.kind === 'run') return await run(invocation)
  if (invocation.kind === 'wrong') {
    process.stderr.write(`jeeves-runner: ${invocation.message}\n\n${USAGE}`)
    return 2
  }
  process.stdout.write(invocation.kind === 'help' ? USAGE : `${RUNNER_VERSION}\n`)
  return 0
}

async function run({ provider, json, ...request }: Extract<Invocation, { kind: 'run' }>) {
  const { signal, endedBy } = untilSignalled()
  let ok = false
  try {
    const events = runAgent({
      ...request,
      provider: PROVIDERS[provider],
      env: process.env,
      log: createRunnerLog((line) => process.stderr.write(line)),
      signal,
    })
    for await (const event of events) {
      if (event.type === 'result') ok = event.ok
      const line = json ? JSON.stringify(event) : printableLine(event)
      if (line !== '') process.stdout.write(`${line}\n`)
    }
  } catch (error) {
    process.stderr.write(`jeeves-runner: ${(error as Error).message}\n`)
    if (error instanceof MissingClientError) return 3
  }
  return endedBy() ?? (ok ? 0 : 1)
}

/** Also if nobody reads the output any more: an agent must not keep working unseen. */
function untilSignalled() {
  const controller = new AbortController()
  let exitCode: number | undefined
  for (const name of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      exitCode ??= 128 + constants.signals[name]
      controller.abort()
    })
  }
  process.stdout.on('error', () => controller.abort())
  return { signal: controller.signal, endedBy: () => exitCode }
}
