// The service's tools, over /rpc and over /mcp: `prune_text` keeps what the engine keeps when it condenses with the
// same bounds and the same long marks, and the local tools keep what they keep over stdio.
import { makeTree, removeTree } from '@jeeves/testing'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runEngine } from '../../src/ask/run-engine.js'
import { post, type RunningService, runService } from '../http/running-service.js'
import { keptBeside, keptByEngine, keptIn } from './kept-lines.js'
import { type AskedText, SIXTY_TEXTS, textsFor } from './sixty-texts.js'

const root = makeTree(Object.fromEntries(SIXTY_TEXTS.map(({ file, text }) => [file, text])))
const TOKEN = 'a-token-for-the-tools-of-this-test'
const AUTHORIZATION = { authorization: `Bearer ${TOKEN}` }

let service: RunningService
let client: Client
beforeAll(async () => {
  service = await runService([], {
    MCP_PRUNER_TOOLS: 'read,bash',
    MCP_PRUNER_CWD: root,
    MCP_PRUNER_TOKEN: TOKEN,
  })
  client = new Client({ name: 'test', version: '1' })
  const options = { requestInit: { headers: AUTHORIZATION } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), options))
})
afterAll(async () => {
  await client.close()
  await service.stop()
  removeTree(root)
})

type CallTool = (name: string, args: Record<string, unknown>) => Promise<string>

const textOf = (result: unknown): string => {
  const { content, isError } = result as { content: { text: string }[]; isError?: boolean }
  if (isError) throw new Error(JSON.stringify(content))
  return content[0]?.text ?? ''
}

const WAYS: Readonly<Record<string, CallTool>> = {
  '/rpc': async (name, args) => {
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
    const { json } = await post(`${service.url}/rpc`, call, AUTHORIZATION)
    if (json.error) throw new Error(JSON.stringify(json.error))
    return textOf(json.result)
  },
  '/mcp': async (name, args) => textOf(await client.callTool({ name, arguments: args })),
}

const OPTIONS = {
  max_prune_ratio: 0.9,
  min_keep_lines: 1,
  timeout_ms: 20_000,
  annotate_lines: false,
  include_markers: true,
}
/** As long as every id is. */
const PRUNE_ID = 'prn_01JABCDEFGHJKMNPQRSTVWXYZ0'

/** The contract makes callers say what kind of text it is. */
const sourceTypeOf = ({ file }: AskedText) => {
  if (file.endsWith('.md')) return 'docs'
  return /\.(?:ts|py|java|go|sql)$/.test(file) ? 'code' : 'logs'
}

/** A cut that saves less than the audit form's mark costs is not made. */
function condensed(one: AskedText): readonly number[] {
  const { text, question } = one
  const request = {
    text,
    question,
    origin: 'explicit',
    mode: 'condense',
    sourceType: sourceTypeOf(one),
    maxPruneRatio: 0.9,
    minKeepLines: 1,
    directives: true,
    view: { style: 'canonical', pruneId: PRUNE_ID, annotateLines: false, includeMarkers: true },
  } as const
  return runEngine(request, 60_000).keptLines
}

interface Annotation {
  readonly original_start_line: number
  readonly original_end_line: number
}

describe.each(Object.entries(WAYS).map(([name, call], index) => [name, index, call] as const))(
  '%s',
  (_, entryPoint, call) => {
    test('prune_text keeps what the engine keeps', { timeout: 300_000 }, async () => {
      for (const one of textsFor(entryPoint)) {
        const source_type = sourceTypeOf(one)
        const args = { text: one.text, goal_hint: one.question, source_type, options: OPTIONS }
        const answer = JSON.parse(await call('prune_text', args))
        const cuts = (answer.annotations as Annotation[]).map((annotation) => ({
          startLine: annotation.original_start_line,
          endLine: annotation.original_end_line,
        }))
        const kept = condensed(one)
        const lines = one.text.replace(/\n$/, '').split('\n').length
        expect([one.file, keptBeside(cuts, lines)]).toEqual([one.file, kept])
      }
    })

    test('read and bash cat keep what the engine keeps', { timeout: 300_000 }, async () => {
      for (const one of textsFor(entryPoint + 1)) {
        const asked = { context_focus_question: one.question }
        const kept = keptByEngine(one, { fileName: one.file })
        const read = keptIn(await call('read', { file_path: one.file, ...asked }), one)
        expect([one.file, read]).toEqual([one.file, kept])
        const printed = keptIn(await call('bash', { command: `cat ${one.file}`, ...asked }), one)
        expect([one.file, printed]).toEqual([one.file, kept])
      }
    })
  },
)
