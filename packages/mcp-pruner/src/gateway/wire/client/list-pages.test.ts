import { expect, test } from 'vitest'
import { Answer, type Fields } from '../../../rpc/message.js'
import type { Upstream } from '../upstream/upstream.js'
import { listPage, listTools } from './list-pages.js'

/** A server that gives its pages one after the other, with the number of the next as the cursor. */
function server(name: string, pages: readonly (readonly string[])[], asked: Fields[] = []) {
  const request = async (_method: string, params: Fields) => {
    asked.push(params)
    const page = Number(params['cursor'] ?? 0)
    const tools = pages[page]?.map((tool) => ({ name: tool }))
    const nextCursor = page + 1 < pages.length ? String(page + 1) : undefined
    return new Answer({ tools, ...(nextCursor && { nextCursor }), from: name })
  }
  return { name, request } as unknown as Upstream
}

const page = (upstreams: readonly Upstream[], cursor?: unknown, params: Fields = {}) =>
  listPage({
    method: 'tools/list',
    key: 'tools',
    params: { ...params, ...(cursor !== undefined && { cursor }) },
    signal: new AbortController().signal,
    upstreams,
    adapt: async (upstream, item) => ({ ...item, server: upstream.name }),
    own: () => [{ name: 'artifact_read' }],
  })

test('all pages of one server', async () => {
  const asked: Fields[] = []
  const items = await listTools(server('a', [['a1'], ['a2', 'a3'], []], asked))
  expect(items.map(({ name }) => name)).toEqual(['a1', 'a2', 'a3'])
  expect(asked).toEqual([{}, { cursor: '1' }, { cursor: '2' }])
})

test('a server that returns cursors for ever is left after a thousand pages', async () => {
  const request = async () => new Answer({ tools: [{ name: 'again' }, 5], nextCursor: 'on' })
  const items = await listTools({ request } as unknown as Upstream)
  expect(items).toHaveLength(1000)
})

test('pages of several servers follow each other, each item once, ours at the very end', async () => {
  const asked: Fields[] = []
  const servers = [server('a', [['a1'], ['a2']], asked), server('b', [['b1']], asked)]
  const names: unknown[] = []
  let cursor: unknown
  do {
    const found = await page(servers, cursor, { _meta: { x: 1 } })
    names.push((found['tools'] as Fields[]).map(({ name, server: of }) => [of, name]))
    cursor = found['nextCursor']
  } while (cursor !== undefined)
  expect(names).toEqual([
    [['a', 'a1']],
    [['a', 'a2']],
    [
      ['b', 'b1'],
      [undefined, 'artifact_read'],
    ],
  ])
  // Our own cursor is never sent on, and what else was asked is.
  expect(asked).toEqual([
    { _meta: { x: 1 } },
    { _meta: { x: 1 }, cursor: '1' },
    { _meta: { x: 1 } },
  ])
})

test('without a server there is what the gateway adds', async () => {
  expect(await page([])).toEqual({ tools: [{ name: 'artifact_read' }] })
})

const written = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test.each([
  ['a text', 'nonsense'],
  ['a number', 7],
  ['a server after the last', written([1])],
  ['a server before the first', written([-1])],
  ['half a server', written([0.5])],
])('a cursor that is %s is refused', async (_what, cursor) => {
  await expect(page([server('a', [['a1']])], cursor)).rejects.toMatchObject({
    code: -32602,
    data: { issues: [{ path: 'cursor', message: 'unknown cursor' }] },
  })
})
