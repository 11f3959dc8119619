// The same text and the same question give the same lines, whoever asks: each entry point of the built command is
// run over texts of all families. Where a file's name is known it is part of the question, so those that cannot
// know one are compared with each other.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text as allOf } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { makeTree, removeTree, shownLines } from '@jeeves/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askEngine } from '../../src/ask/run-engine.js'
import { type Connected, connect } from '../gateway/wrapped.js'
import { post, type RunningService, runService } from '../http/running-service.js'
import { ENTRY, PATIENT, RawServer } from '../stdio/raw-server.js'
import { type RunningPage, startPage } from '../ui/browser.js'
import { type AskedText, SIXTY_TEXTS } from './sixty-texts.js'

const root = makeTree(Object.fromEntries(SIXTY_TEXTS.map(({ file, text }) => [file, text])))
const home = makeTree()
/** Whatever listens on this machine's port 8000. */
const EMBEDDED = { PRUNER_URL: 'http://127.0.0.1:9/prune', PRUNER_FALLBACK: 'embedded' }
const TEXT_SERVER = [process.execPath, fileURLToPath(new URL('./text-server.mjs', import.meta.url))]

let server: RawServer
let service: RunningService
let gateway: Connected
let page: RunningPage
beforeAll(async () => {
  server = new RawServer(root, EMBEDDED)
  await server.initialize()
  service = await runService()
  gateway = await connect({
    server: TEXT_SERVER,
    options: ['--profile', 'runtime'],
    env: EMBEDDED,
  })
  page = await startPage({ HOME: home, MCP_PRUNER_CWD: root, MCP_PRUNER_CACHE_DIR: home })
}, 60_000)
afterAll(async () => {
  await Promise.all([server.end(), service.stop(), gateway.close(), page.stop()])
  removeTree(root)
  removeTree(home)
})

/** The answer and its closing lines, apart. */
function keptIn(answer: string, { text }: AskedText): readonly number[] {
  const closing = /\n((?:\[[^\n]*\]|⟦[^\n]*⟧)\n?)$/.exec(answer)
  if (answer === text || !closing) return shownLines(answer, text).kept
  const shown = answer.slice(0, closing.index + 1)
  return shownLines(shown, text, { closing: closing[1] ?? '' }).kept
}

async function shell(one: AskedText, args: readonly string[], input = ''): Promise<string> {
  const child = spawn(process.execPath, [ENTRY, 'prune', one.question, ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: home, ...EMBEDDED, ...PATIENT },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(input)
  return allOf(child.stdout)
}

async function tool(name: string, args: object): Promise<string> {
  const { result, error } = await server.call(name, args)
  if (error || result.isError) throw new Error(JSON.stringify(error ?? result))
  return result.content[0].text
}

async function tryIt(body: object): Promise<string> {
  const { origin, hash } = new URL(page.address)
  const response = await fetch(`${origin}/api/try`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${hash.slice(1)}`,
      'content-type': 'application/json',
      origin,
    },
    body: JSON.stringify(body),
  })
  return ((await response.json()) as { answer: string }).answer
}

const asked = ({ question }: AskedText) => ({ context_focus_question: question })

const WITH_A_NAME: Readonly<Record<string, (one: AskedText) => Promise<string>>> = {
  read: (one) => tool('read', { file_path: one.file, ...asked(one) }),
  'bash cat': (one) => tool('bash', { command: `cat ${one.file}`, ...asked(one) }),
  'Try with a file': ({ file, question }) => tryIt({ question, file }),
}

const WITHOUT: Readonly<Record<string, (one: AskedText) => Promise<string>>> = {
  'Try with a text': ({ text, question }) => tryIt({ question, text }),
  'the gateway': async (one) => {
    const args = { file: join(root, one.file), ...asked(one) }
    const { content } = await gateway.client.callTool({ name: 'show', arguments: args })
    return (content as { text: string }[]).map(({ text }) => text).join('')
  },
  recover_text: async (one) => {
    const pruned = await tool('read', { file_path: one.file, ...asked(one) })
    const prune_id = /prn_[0-9A-Z]{26}/.exec(pruned)?.[0]
    // What was not cut is not kept.
    return prune_id === undefined ? one.text : tool('recover_text', { prune_id, ...asked(one) })
  },
}

const keptByEngine = ({ text, question }: AskedText, name: { fileName?: string }) => {
  const request = { text, question, origin: 'explicit', ...name } as const
  const { blocks, lines } = askEngine(request, { timeLeftMs: 60_000 })
  const isCut = (line: number) => blocks.some((b) => b.startLine <= line && line <= b.endLine)
  return lines.map((_, index) => index + 1).filter((line) => !isCut(line))
}

test('there are sixty texts, and most of nearly all is cut', () => {
  expect(SIXTY_TEXTS).toHaveLength(60)
  const cut = SIXTY_TEXTS.filter((one) => {
    const lines = one.text.split('\n').length
    return keptByEngine(one, { fileName: one.file }).length < lines / 2
  })
  expect(cut.length).toBeGreaterThanOrEqual(50)
})

describe.each(Object.entries(WITH_A_NAME))('%s', (_, ask) => {
  test('keeps what the engine keeps of a file', { timeout: 300_000 }, async () => {
    for (const one of SIXTY_TEXTS) {
      const kept = [one.file, keptIn(await ask(one), one)]
      expect(kept).toEqual([one.file, keptByEngine(one, { fileName: one.file })])
    }
  })
})

describe.each(Object.entries(WITHOUT))('%s', (_, ask) => {
  test('keeps what the engine keeps of a text', { timeout: 300_000 }, async () => {
    for (const one of SIXTY_TEXTS) {
      const kept = [one.file, keptIn(await ask(one), one)]
      expect(kept).toEqual([one.file, keptByEngine(one, {})])
    }
  })
})

/** A process for each text: one of each kind, in all sizes. */
const SOME_TEXTS = SIXTY_TEXTS.filter((_, i) => i % 4 === Math.floor(i / 4) % 4)

test('prune keeps what the engine keeps, of a file, a command and a pipe', {
  timeout: 300_000,
}, async () => {
  for (const one of SOME_TEXTS) {
    const named = keptByEngine(one, { fileName: one.file })
    expect([one.file, keptIn(await shell(one, [one.file]), one)]).toEqual([one.file, named])
    const printed = await shell(one, ['--', 'cat', one.file])
    expect([one.file, keptIn(printed, one)]).toEqual([one.file, named])
    const piped = await shell(one, [], one.text)
    expect([one.file, keptIn(piped, one)]).toEqual([one.file, keptByEngine(one, {})])
  }
})

test('POST /prune keeps what the engine keeps of a text', { timeout: 300_000 }, async () => {
  for (const one of SIXTY_TEXTS) {
    const { json } = await post(`${service.url}/prune`, { code: one.text, query: one.question })
    expect([one.file, json.kept_frags]).toEqual([one.file, keptByEngine(one, {})])
  }
})
