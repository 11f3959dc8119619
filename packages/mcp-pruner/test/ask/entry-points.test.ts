// The same text and the same question give the same lines, whoever asks: each entry point of the built command is
// run over texts of all families. Where a file's name is known it is part of the question, so those that cannot
// know one are compared with each other.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text as allOf } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { hasAllCases, makeTree, removeTree } from '@jeeves/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Connected, connect } from '../gateway/wrapped.js'
import { post, type RunningService, runService } from '../http/running-service.js'
import { ENTRY, PATIENT, RawServer } from '../stdio/raw-server.js'
import { type RunningPage, startPage } from '../ui/browser.js'
import { keptByEngine, keptIn } from './kept-lines.js'
import { type AskedText, SIXTY_TEXTS, SOME_TEXTS, textsFor } from './sixty-texts.js'

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
})
afterAll(async () => {
  await Promise.all([server.end(), service.stop(), gateway.close(), page.stop()])
  removeTree(root)
  removeTree(home)
})

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

interface Match {
  readonly path: string
  readonly line: number
  readonly column: number | null
  readonly text: string
}

async function matches(args: object): Promise<readonly Match[]> {
  const { result } = await server.call('grep', args)
  return result.structuredContent.matches
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

const numbered = <Ask>(ways: Readonly<Record<string, Ask>>) =>
  Object.entries(ways).map(([name, ask], index) => [name, index, ask] as const)

test('there are sixty texts, and most of nearly all is cut', () => {
  expect(SIXTY_TEXTS).toHaveLength(60)
  const cut = SIXTY_TEXTS.filter((one) => {
    const lines = one.text.split('\n').length
    return keptByEngine(one, { fileName: one.file }).length < lines / 2
  })
  expect(cut.length).toBeGreaterThanOrEqual(50)
})

describe.each(numbered(WITH_A_NAME))('%s', (_, entryPoint, ask) => {
  test('keeps what the engine keeps of a file', { timeout: 300_000 }, async () => {
    for (const one of textsFor(entryPoint)) {
      const kept = [one.file, keptIn(await ask(one), one)]
      expect(kept).toEqual([one.file, keptByEngine(one, { fileName: one.file })])
    }
  })
})

describe.each(numbered(WITHOUT))('%s', (_, entryPoint, ask) => {
  test('keeps what the engine keeps of a text', { timeout: 300_000 }, async () => {
    for (const one of textsFor(entryPoint)) {
      const kept = [one.file, keptIn(await ask(one), one)]
      expect(kept).toEqual([one.file, keptByEngine(one)])
    }
  })
})

// A process for each text.
test('prune keeps what the engine keeps, of a file, a command and a pipe', {
  timeout: 300_000,
}, async () => {
  const ways = [
    (one: AskedText) => shell(one, [one.file]),
    (one: AskedText) => shell(one, ['--', 'cat', one.file]),
    (one: AskedText) => shell(one, [], one.text),
  ]
  for (const [text, one] of SOME_TEXTS.entries()) {
    for (const [way, ask] of ways.entries()) {
      // The sample takes the ways in turn.
      if (!hasAllCases && way !== text % ways.length) continue
      const isNamed = way < 2
      const kept = keptByEngine(one, isNamed ? { fileName: one.file } : {})
      expect([way, one.file, keptIn(await ask(one), one)]).toEqual([way, one.file, kept])
    }
  }
})

test('grep keeps what the engine keeps of its matches', { timeout: 300_000 }, async () => {
  for (const one of textsFor(0)) {
    const everyLine = { pattern: '^', path: one.file, max_matches: 5000 }
    const all = await matches(everyLine)
    const text = all.map(({ path, line, column, text: is }) =>
      [path, line, ...(column === null ? [] : [column]), is].join(':'),
    )
    const found = { question: one.question, text: text.join('\n') }
    const kept = keptByEngine(found, { context: `^ ${one.file}` })
    const shown = await matches({ ...everyLine, ...asked(one) })
    expect([one.file, shown]).toEqual([one.file, kept.map((line) => all[line - 1])])
  }
})

test('POST /prune keeps what the engine keeps of a text', { timeout: 300_000 }, async () => {
  for (const one of textsFor(1)) {
    const { json } = await post(`${service.url}/prune`, { code: one.text, query: one.question })
    expect([one.file, json.kept_frags]).toEqual([one.file, keptByEngine(one)])
  }
})
