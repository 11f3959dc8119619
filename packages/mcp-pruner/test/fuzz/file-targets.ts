// What is read from files and hooks, and the engine itself: in this process, since none of it may throw.

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ArtifactStoreError, diskStore } from '@jeeves/mcp-runtime'
import { makeTree, removeTree } from '@jeeves/testing'
import { runEngine } from '../../src/ask/run-engine.js'
import { type ConfigFormat } from '../../src/clients/config/config-edit.js'
import { jsonConfig } from '../../src/clients/config/json-config.js'
import { tomlConfig } from '../../src/clients/config/toml-config.js'
import { yamlConfig } from '../../src/clients/config/yaml-config.js'
import { RECORDING_CLIENTS } from '../../src/clients/registry.js'
import { clientOfSession } from '../../src/clients/sessions/client-of-session.js'
import { readSession } from '../../src/clients/sessions/read-session.js'
import { isAppError } from '../../src/errors/app-error.js'
import { UsageError } from '../../src/errors/usage-error.js'
import { readConfig } from '../../src/gateway/config.js'
import { readHookInput } from '../../src/native/hook-input.js'
import { type OpenTarget, samplesOf, type Target, Violation } from './target.js'

const withFolder = async (
  work: (folder: string) => Omit<OpenTarget, 'close'>,
): Promise<OpenTarget> => {
  const folder = makeTree()
  return { ...work(folder), close: async () => removeTree(folder) }
}

export const hookInputs: Target = {
  samples: samplesOf(
    {
      client: 'claude',
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'npm test', timeout: 5 },
      tool_use_id: 't1',
      transcript_path: '/nowhere',
    },
    {
      client: 'claude',
      hook_event_name: 'PostToolUse',
      tool_name: 'Read',
      tool_input: { file_path: '/a', offset: 3 },
      tool_response: { type: 'text', file: { content: 'a', startLine: 1 } },
    },
    {
      toolName: 'bash',
      toolArgs: '{"command":"ls"}',
      sessionId: 's',
      toolResult: { textResultForLlm: 'x' },
    },
    {
      client: 'gemini',
      tool_name: 'grep_search',
      tool_input: '{"pattern":"x"}',
      tool_response: { llmContent: 'y' },
    },
  ),
  open: () =>
    withFolder(() => ({
      async attempt(input) {
        let value: unknown
        try {
          value = JSON.parse(input.toString())
        } catch {
          return
        }
        for (const client of [undefined, 'claude', 'codex', 'copilot', 'opencode'])
          readHookInput(value, client)
      },
    })),
}

export const sessionLogs: Target = {
  samples: samplesOf(
    `${JSON.stringify({
      type: 'assistant',
      timestamp: '2026-01-01T00:00:00Z',
      message: {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I look' },
          { type: 'tool_use', id: 't', name: 'Bash', input: { command: 'ls' } },
        ],
      },
    })}\n${JSON.stringify({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 't', content: 'out' }] } })}\n`,
    `${JSON.stringify({ type: 'session_meta', payload: { cwd: '/a' } })}\n${JSON.stringify({ timestamp: 'x', type: 'response_item', payload: { type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}', call_id: 'c' } })}\n${JSON.stringify({ type: 'response_item', payload: { type: 'function_call_output', call_id: 'c', output: 'x' } })}\n`,
    JSON.stringify({
      sessionId: 's',
      messages: [
        {
          type: 'gemini',
          content: 'hi',
          toolCalls: [{ id: '1', name: 'run_shell_command', args: { command: 'ls' }, result: [] }],
        },
      ],
    }),
    `${JSON.stringify({ type: 'tool.execution_start', data: { toolCallId: 't', toolName: 'bash', arguments: {} } })}\n`,
  ),
  open: () =>
    withFolder((folder) => ({
      async attempt(input) {
        for (const name of ['s.jsonl', 's.json']) {
          const file = join(folder, name)
          writeFileSync(file, input)
          await clientOfSession(file)
          for (const client of RECORDING_CLIENTS) {
            for await (const event of readSession(client, file)) void event
          }
        }
      },
    })),
}

const FORMATS: readonly ConfigFormat[] = [jsonConfig, tomlConfig, yamlConfig]
const PUT = {
  kind: 'member',
  path: ['mcpServers', 'pruner'],
  value: { command: 'node', args: ['x'] },
} as const

export const configFiles: Target = {
  samples: samplesOf(
    '{\n  // of mine\n  "mcpServers": { "a": { "command": "x" }, },\n}\n',
    '{"mcpServers":{}}',
    'model = "o"\n\n[mcp_servers.a]\ncommand = "x" # mine\nargs = ["1",\n "2"]\n',
    'name: x\nmcpServers:\n  - a: 1\n  # mine\nother: |\n  text\n',
    '{"servers":{"a":{"type":"http","url":"http://127.0.0.1:1/"}}}\r\n',
  ),
  open: () =>
    withFolder((folder) => ({
      async attempt(input) {
        const text = input.toString()
        for (const format of FORMATS) takesOutWhatItPut(format, text)
        const file = join(folder, 'config.json')
        writeFileSync(file, input)
        try {
          readConfig(file, {})
        } catch (error) {
          if (!(error instanceof UsageError)) throw error
        }
      },
    })),
}

const bare = (text: string): string => text.replace(/^\ufeff/, '').trimEnd()

function takesOutWhatItPut(format: ConfigFormat, text: string): void {
  try {
    const { text: after, undo } = format.add(text, PUT)
    const back = undo ? format.remove(after, undo) : after
    // An empty file and a last line without its end are the installer's to restore, from its backup (empty-files.test.ts).
    if (bare(back) !== bare(text) && bare(text) !== '')
      throw new Violation(`${JSON.stringify(text)} came back as ${JSON.stringify(back)}`)
  } catch (error) {
    if (!isAppError(error, 'config_unreadable')) throw error
  }
}

/** The input replaces a part of the store's files. */
export const storeFiles: Target = {
  samples: samplesOf('', 'a text that was kept\n'.repeat(20), '{"v":1}', '\u0000\u0001\u0002'),
  open: () =>
    withFolder((folder) => ({
      async attempt(input) {
        const kept = 'a text that was kept\n'.repeat(200)
        const key = { domain: 'prune', id: `prn_${'0'.repeat(26)}` }
        const first = diskStore({ folder })
        await first.put(key, kept)
        await first.close?.()
        const files = filesIn(folder)
        const file = files[input.length % files.length]
        if (file !== undefined) {
          const bytes = readFileSync(file)
          const at = input.length % (bytes.length + 1)
          writeFileSync(file, Buffer.concat([bytes.subarray(0, at), input, bytes.subarray(at + 7)]))
        }
        const store = diskStore({ folder })
        try {
          const found = await store.get(key)
          if (found !== undefined && found !== kept) throw new Violation('another text came back')
          await store.put(key, kept)
          if ((await store.get(key)) !== kept) throw new Violation('it cannot be kept again')
        } catch (error) {
          if (!(error instanceof ArtifactStoreError)) throw error
        } finally {
          await store.close?.()
        }
      },
    })),
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path).isFile())

const ENGINE_MS = 10_000

export const engineTexts: Target = {
  samples: samplesOf(
    'import a\n\nexport function limit(x) {\n  return x < 5\n}\n'.repeat(30),
    '2026-01-01T00:00:00 INFO a\n2026-01-01T00:00:01 ERROR it failed\n    at x (a.js:3:1)\n'.repeat(
      30,
    ),
    `${JSON.stringify({ a: [1, 2, { limit: 5 }], b: 'x'.repeat(300) }, null, 2)}\n`.repeat(5),
    '# Title\n\ntext about the limit\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nx\n```\n'.repeat(
      20,
    ),
    'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-old limit\n+new limit\n same\n'.repeat(
      20,
    ),
  ),
  open: () =>
    withFolder(() => ({
      async attempt(input) {
        const text = input.toString()
        const started = performance.now()
        for (const question of [
          'Where is the limit?',
          'list all errors',
          text.slice(0, 200) || 'x',
        ]) {
          const reply = runEngine({ text, question, origin: 'explicit' }, ENGINE_MS)
          const all = text.split('\n')
          for (const line of reply.keptLines) {
            if (!(line >= 1 && line <= all.length))
              throw new Violation(`line ${line} of ${all.length}`)
          }
        }
        const ms = performance.now() - started
        if (ms > 3 * ENGINE_MS) throw new Violation(`${Math.round(ms)} ms`)
      },
    })),
}
