// Each gate of the policy, at each entryPoint of the built command: the guard was optional, was given no input over
// stdio, a made-up one in the gateway, and was absent in the service.
import { fileURLToPath } from 'node:url'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENTRY_POINTS, type EntryPoint } from './entry-points.js'

const BALLAST = fileURLToPath(new URL('./ballast.mjs', import.meta.url))
const text = (n: number) =>
  [
    ...Array.from(
      { length: 150 },
      (_, i) => `const shape${i} = paint("circle", ${i}, "${n}-${i}")`,
    ),
    '// the session expires after an hour',
    '',
  ].join('\n')
/** Together larger than the store of the last test, each smaller than the gap between high and full. */
const FILES = Array.from({ length: 60 }, (_, n) => `long${n}.ts`)
let root: string
beforeAll(() => {
  root = makeTree({
    'a.txt': 'one\n',
    ...Object.fromEntries(FILES.map((name, n) => [name, text(n)])),
  })
})
afterAll(() => removeTree(root))

describe.each(ENTRY_POINTS)('%s', (_, open, maxBytes) => {
  let entryPoint: EntryPoint
  beforeAll(async () => {
    entryPoint = await open(root)
  })
  afterAll(() => entryPoint.close())

  test('lets an ordinary call pass', async () => {
    const answer = await entryPoint.call({ file_path: 'a.txt' })
    expect(answer).toContain('one')
    expect(answer).not.toContain('isError')
  })

  test('refuses arrays over the limit', async () => {
    const answer = await entryPoint.call({
      file_path: 'a.txt',
      ids: Array.from({ length: 101 }, () => 1),
    })
    expect(answer).toContain('ARRAY_TOO_LARGE')
    expect(answer).toContain('ids has 101 items, the limit is 100')
    expect(
      await entryPoint.call({ file_path: 'a.txt', ids: Array.from({ length: 100 }, () => 1) }),
    ).not.toContain('ARRAY_TOO_LARGE')
  })

  test('refuses requests over the limit', async () => {
    const ask = (count: number) => {
      const parts = Array.from({ length: count }, (__, i) => [`part${i}`, 'x'.repeat(99_000)])
      return entryPoint.call({ file_path: 'a.txt', ...Object.fromEntries(parts) })
    }
    const fits = Math.floor(maxBytes / 99_100)
    expect(await ask(fits)).not.toContain('Request size')
    expect(await ask(fits + 1)).toContain(`bytes) exceeds limit (${maxBytes} bytes)`)
  })

  test('records a call near its time limit', async () => {
    await entryPoint.call({ command: 'sleep 0.9', timeout_ms: 1000 }, 'bash')
    await expect.poll(() => entryPoint.log()).toMatch(/near_timeout/)
  })
})

describe.each(ENTRY_POINTS.slice(0, 2))('%s, of our own tools,', (_, open) => {
  test('logs a call that it refused', async () => {
    const entryPoint = await open(root)
    try {
      await entryPoint.call({ file_path: 'a.txt', many: Array.from({ length: 102 }, () => 1) })
      await expect.poll(() => entryPoint.log()).toMatch(/guard\.refused[^}]*many has 102 items/)
    } finally {
      await entryPoint.close()
    }
  })
})

describe.each(ENTRY_POINTS)('%s short of memory', (_, open) => {
  test('refuses calls while the heap is full', async () => {
    const entryPoint = await open(root, {
      NODE_OPTIONS: `--max-old-space-size=400 --import file://${BALLAST}`,
    })
    try {
      await expect
        .poll(() => entryPoint.call({ file_path: 'a.txt' }))
        .toContain('Memory pressure is critical')
    } finally {
      await entryPoint.close()
    }
  })

  test('warns when its own store is nearly full', async () => {
    const entryPoint = await open(root, {
      MCP_PRUNER_STORE: 'memory',
      MCP_PRUNER_STORE_MAX_BYTES: '250000',
    })
    try {
      const question = 'When does the session expire?'
      for (const file_path of FILES) {
        await entryPoint.call({ file_path, context_focus_question: question })
      }
      await expect.poll(() => entryPoint.log()).toContain('Memory pressure is high')
    } finally {
      await entryPoint.close()
    }
  })
})
