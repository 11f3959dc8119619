// Claude through its Agent SDK. The user's own settings decide what else the agent may do.

import { pathToFileURL } from 'node:url'
import { besideRunner, inCurrentFolder, MissingClientError } from '../client-package.js'
import { CALL_LIMIT_MS } from '../limits.js'
import type { AgentProvider, ProviderEvent, ProviderRunOptions } from '../provider.js'
import { onAbort, type Session, startSession } from '../session.js'
import { claudeEventReader } from './claude-events.js'
import type { ClaudeOptions, ClaudeSdk } from './claude-messages.js'

const PACKAGE = '@anthropic-ai/claude-agent-sdk'

export const claudeProvider: AgentProvider = { name: 'claude', run: runClaude }

export function claudeOptions({ cwd, env, mcpServers }: ProviderRunOptions): ClaudeOptions {
  return {
    cwd,
    env: { ...env },
    systemPrompt: { type: 'preset', preset: 'claude_code' },
    ...(mcpServers && {
      mcpServers: Object.fromEntries(
        Object.entries(mcpServers).map(([name, { command, args = [], env: serverEnv = {} }]) => [
          name,
          {
            command,
            args: [...args],
            env: { ...serverEnv },
            // Without it the model sees the tools only after a search for them.
            alwaysLoad: true as const,
            timeout: CALL_LIMIT_MS,
          },
        ]),
      ),
      allowedTools: Object.keys(mcpServers).map((name) => `mcp__${name}`),
    }),
  }
}

async function* runClaude(
  prompt: string,
  options: ProviderRunOptions,
): AsyncGenerator<ProviderEvent, void> {
  const sdk = await loadSdk()
  const read = claudeEventReader(Object.keys(options.mcpServers ?? {}))
  const abortController = new AbortController()
  onAbort(options.signal, () => abortController.abort())
  let session: Session | undefined
  let ended = false
  try {
    const messages = sdk.query({
      prompt,
      options: {
        ...claudeOptions(options),
        abortController,
        spawnClaudeCodeProcess: ({ command, args, cwd, env }) => {
          session = startSession(command, args, { cwd, env })
          return session.child
        },
      },
    })
    for await (const message of messages) {
      for (const event of read(message)) {
        ended ||= event.type === 'result'
        yield event
      }
    }
    if (!ended) yield failure(`Claude ended without a result${session?.lastWords() ?? ''}`)
  } catch (error) {
    // The SDK throws after the result of a failed run as well; the result has said it already.
    if (!ended) yield failure(`${(error as Error).message}${session?.lastWords() ?? ''}`)
  } finally {
    await session?.close()
  }
}

const failure = (error: string): ProviderEvent => ({ type: 'result', ok: false, error })

async function loadSdk(): Promise<ClaudeSdk> {
  const path = besideRunner(PACKAGE) ?? inCurrentFolder(PACKAGE)
  if (path === undefined) {
    throw new MissingClientError(
      `${PACKAGE} is not installed. Install it beside the runner or in the current folder: npm install ${PACKAGE}`,
    )
  }
  return (await import(pathToFileURL(path).href)) as ClaudeSdk
}
