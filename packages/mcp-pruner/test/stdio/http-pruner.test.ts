// Which answers of a pruner behind PRUNER_URL the built command accepts, and how it handles the others.
import { makeTree, removeTree } from '@jeeves/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { longSource, RawServer } from './raw-server.js'
import { type Answer, json, type StandIn, startStandIn } from './stand-in-pruner.js'

const READ = {
  file_path: 'long.ts',
  context_focus_question: 'How long is the delay between retries?',
}
const RAW = longSource()
let root: string
beforeAll(() => {
  root = makeTree({ 'long.ts': RAW })
})
afterAll(() => removeTree(root))

const open: (StandIn | RawServer)[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await (one instanceof RawServer ? one.end() : one.close())
})

async function readThrough(answer: Answer, env: Record<string, string> = {}) {
  const standIn = await startStandIn(answer)
  const server = new RawServer(root, { PRUNER_URL: standIn.url, ...env })
  open.push(server, standIn)
  const { result } = await server.call('read', READ)
  return { text: result.content[0].text as string, structured: result.structuredContent, server }
}

const raw =
  (bytes: Buffer): Answer =>
  (response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(bytes)
  }

describe('an answer with lines that are not in the text', () => {
  test('is applied, marked as not verbatim, with a note where the model looks', async () => {
    const pruned_code = 'export function retryDelay() { launchMissiles() }\n'
    const { text, structured, server } = await readThrough(json({ pruned_code }))
    expect(structured.content).toBe(pruned_code)
    expect(structured.pruning).toMatchObject({ applied: true, verbatim: false, engine: 'http' })
    expect(text).toContain(
      '[not verbatim: the external pruner returned lines that are not in the original]',
    )
    expect((await server.event('pruner.not_verbatim')).data).toEqual({
      tool: 'read',
      invented_lines: 1,
    })
  })

  test('is not one whose other lines are marks', async () => {
    const pruned_code = '(filtered 100 lines)\n  const backoff = 100 * 2 ** attempt\n...\n'
    const { text, structured } = await readThrough(json({ pruned_code }))
    expect(structured.content).toBe(pruned_code)
    expect(structured.pruning).not.toHaveProperty('verbatim')
    expect(text).not.toContain('not verbatim')
  })
})

describe('an answer that cannot be one', () => {
  test.each<[string, Answer]>([
    ['tells of an error', json({ pruned_code: 'x', error_msg: 'CUDA out of memory' })],
    ['is Latin-1', raw(Buffer.from('{"pruned_code":"caf\u00e9"}', 'latin1'))],
    ['is longer than twice the text and 64 KB', json({ pruned_code: 'x\n'.repeat(40_000) })],
  ])('gives the raw output when it %s', async (_, answer) => {
    const { structured } = await readThrough(answer)
    expect(structured.content).toBe(RAW)
    expect(structured.pruning).toMatchObject({
      applied: false,
      fallback: true,
      error: { code: 'invalid_response' },
    })
  })

  test('is not one that grew within 64 KB', async () => {
    const { structured } = await readThrough(json({ pruned_code: `${RAW}\n`.repeat(3) }))
    expect(structured.pruning.applied).toBe(true)
  })

  test('is not one with an empty error message', async () => {
    const answer = json({ pruned_code: '...\n', error_msg: null })
    expect((await readThrough(answer)).structured.pruning.applied).toBe(true)
  })
})

test('a password in PRUNER_URL is refused and appears nowhere', async () => {
  const server = new RawServer(root, { PRUNER_URL: 'http://me:s3cret@127.0.0.1:9/prune' })
  const { code } = await server.exited
  expect(code).not.toBe(0)
  expect(server.stderr).toContain('PRUNER_URL')
  expect(server.stderr).not.toContain('s3cret')
})
