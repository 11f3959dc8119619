// Each known agent client gets text, once, and its model is told what was wrong with a call.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { someOf } from '@jeeves/testing'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RawServer } from './raw-server.js'

const CODEX = 'codex-mcp-client'
const ALL_AGENTS = [
  'claude-code',
  'opencode',
  'kilo',
  CODEX,
  'copilot-cli',
  'continue-cli-client',
  'gemini-cli-mcp-client',
  'qwen-cli-mcp-client-pruner',
  'factory-cli',
  '@cline/core',
]
const ALL_PROGRAMS = ['a-program', 'claude-codex', 'my-opencode', 'kilogram']
const LINES = Array.from({ length: 400 }, (_, i) => `line ${i} of the ledger of parcels`)

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'known-clients-'))
  LINES[200] = 'the customs declaration is signed by the harbour master'
  writeFileSync(join(root, 'parcels.txt'), `${LINES.join('\n')}\n`)
})
afterAll(async () => {
  for (const server of servers.values()) await (await server).end()
  rmSync(root, { recursive: true })
})

const READ = {
  file_path: 'parcels.txt',
  context_focus_question: 'Who signs the customs declaration?',
}

/** Handshake by `initialize`, or by the request itself. */
const ERAS = ['2025-06-18', '2026-07-28'] as const

/** One for each client that introduces itself once, and one for all that do so in every request. */
const servers = new Map<string, Promise<RawServer>>()

async function startServer(introduced: string | undefined): Promise<RawServer> {
  const server = new RawServer(root, { PRUNER_URL: undefined })
  if (introduced !== undefined) await server.initialize(introduced)
  return server
}

async function ask(client: string, era: string, method: string, params: object) {
  const introduced = era === '2025-06-18' ? client : undefined
  const name = introduced ?? era
  const started = servers.get(name) ?? startServer(introduced)
  servers.set(name, started)
  const server = await started
  const meta = {
    'io.modelcontextprotocol/protocolVersion': era,
    'io.modelcontextprotocol/clientInfo': { name: client, version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  return server.request(method, { ...params, ...(era > '2026' && { _meta: meta }) })
}

const call = (client: string, era: string, args: object) =>
  ask(client, era, 'tools/call', { name: 'read', arguments: args })

const pruningOf = ({ _meta: meta }: { _meta?: { pruning?: unknown } }) => meta?.pruning

describe.each(ERAS)('%s', (era) => {
  // In the older revision each needs a server of its own.
  const every = era === '2025-06-18' ? 3 : 1
  const [AGENTS, PROGRAMS] = [someOf(ALL_AGENTS, every), someOf(ALL_PROGRAMS, every)]
  test.each(AGENTS)('%s is sent the text once', async (client) => {
    const { result } = await call(client, era, READ)
    expect(result.structuredContent).toBeUndefined()
    expect(result.content[0].text).toContain('harbour master')
  })

  // Its model is shown the whole result: 690 characters for an answer of 387.
  const SHOWS_META = ['@cline/core']
  const SHOWS_META_OF_ERRORS = [
    ...SHOWS_META,
    'gemini-cli-mcp-client',
    'qwen-cli-mcp-client-pruner',
  ].filter((client) => AGENTS.includes(client))

  test.each(SHOWS_META)('%s is sent nothing about the pruning', async (client) => {
    const { result } = await call(client, era, READ)
    expect(pruningOf(result)).toBeUndefined()
  })

  test.each(SHOWS_META_OF_ERRORS)('%s gets nothing but an error', async (client) => {
    const { result } = await call(client, era, { ...READ, file_path: 'missing.txt' })
    expect(result.isError).toBe(true)
    expect(pruningOf(result)).toBeUndefined()
  })

  const OTHERS = AGENTS.filter((name) => !SHOWS_META.includes(name))
  test.each(OTHERS)('%s is sent little about the pruning', async (client) => {
    const { result } = await call(client, era, READ)
    const { _meta: meta } = result
    expect(meta.pruning).toMatchObject({ attempted: true, applied: true })
    expect(JSON.stringify(meta)).not.toContain('harbour')
    expect(JSON.stringify(meta).length).toBeLessThan(600)
  })

  test.each(PROGRAMS)('%s is sent both', async (client) => {
    const { result } = await call(client, era, READ)
    expect(result.structuredContent.content).toContain('harbour master')
    expect(result.content[0].text).toContain('harbour master')
  })

  test.each(AGENTS.filter((name) => name !== CODEX))(
    '%s gets the issues in words',
    async (client) => {
      const { result } = await call(client, era, { path: 'parcels.txt' })
      expect(result.isError).toBe(true)
      expect(result.content[0].text).toContain('file_path: required, string')
    },
  )

  // Codex shows its model the data of an error.
  test.each([...PROGRAMS, CODEX])('%s gets the issues as data', async (client) => {
    const { error } = await call(client, era, { path: 'parcels.txt' })
    expect(error).toEqual({
      code: -32602,
      message: 'Invalid params',
      data: {
        jeeves: { schemaVersion: 1 },
        method: 'tools/call',
        tool: 'read',
        issues: [{ path: 'arguments.file_path', code: 'invalid_type', message: 'invalid_type' }],
      },
    })
  })

  test.each(AGENTS)(
    'the list that %s is sent is short, and has no outputSchema',
    async (client) => {
      const { result } = await ask(client, era, 'tools/list', {})
      for (const tool of result.tools) expect(tool.outputSchema).toBeUndefined()
      expect(encode(JSON.stringify(result.tools)).length).toBeLessThanOrEqual(900)
    },
  )
})
