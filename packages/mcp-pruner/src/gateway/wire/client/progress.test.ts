import { expect, test } from 'vitest'
import type { Fields } from '../../../rpc/message.js'
import type { Upstream } from '../upstream/upstream.js'
import { CallProgress, progressToken, ReturnProgress } from './progress.js'

const asking = (token: unknown) => ({ _meta: { progressToken: token } })

test.each([
  ['a text', 'p', 'p'],
  ['a number', 0, 0],
  ['nothing', undefined, undefined],
  ['anything else', true, undefined],
])('a token is %s', (_what, token, found) => {
  expect(progressToken(asking(token))).toBe(found)
})

test('a request without _meta has no token', () => {
  expect(progressToken({ _meta: null })).toBeUndefined()
  expect(progressToken(undefined)).toBeUndefined()
})

function client() {
  const sent: Fields[] = []
  const congested = { congested: false }
  return Object.assign(congested, {
    sent,
    notify: (method: string, params: Fields) => void sent.push({ method, ...params }),
  })
}
const settled = { settled: async () => {} }
const report = (progress: number, token: string | number = 'p') => ({
  progressToken: token,
  progress,
})

test('progress is passed on while its call runs, and not before or after', async () => {
  const to = client()
  const progress = new CallProgress(to, settled)
  progress.report(report(0))
  const answer = await progress.during(asking('p'), async () => {
    progress.report(report(1))
    progress.report(report(1, 'of another'))
    return 'answer'
  })
  progress.report(report(2))
  expect(answer).toBe('answer')
  expect(to.sent).toEqual([{ method: 'notifications/progress', ...report(1) }])
})

test('it ends with a call that fails too', async () => {
  const to = client()
  const progress = new CallProgress(to, settled)
  const failing = progress.during(asking('p'), async () => {
    throw new Error('it failed')
  })
  await expect(failing).rejects.toThrow('it failed')
  progress.report(report(2))
  expect(to.sent).toEqual([])
})

test('a client that reads slowly gets the newest report of a call, before its answer', async () => {
  const to = client()
  const progress = new CallProgress(to, settled)
  await progress.during(asking('p'), async () => {
    to.congested = true
    progress.report(report(1))
    progress.report(report(2))
    expect(to.sent).toEqual([])
  })
  expect(to.sent).toEqual([{ method: 'notifications/progress', ...report(2) }])
})

test('a report that was held is not sent after a newer one', async () => {
  const to = client()
  const progress = new CallProgress(to, settled)
  await progress.during(asking('p'), async () => {
    to.congested = true
    progress.report(report(1))
    to.congested = false
    progress.report(report(2))
  })
  expect(to.sent.map(({ progress: at }) => at)).toEqual([2])
})

const progressMeta = (params: Fields | undefined) => (params?.['_meta'] ?? {}) as Fields

test('progress of requests of two servers with one token goes back to each, with its own token', async () => {
  const got: unknown[] = []
  const server = (name: string) =>
    ({
      notify: (method: string, params: Fields) => got.push([name, method, params]),
    }) as unknown as Upstream
  const back = new ReturnProgress()
  const tokens: unknown[] = []
  const ask = async (params: Fields | undefined) => {
    const token = progressToken(params) as string
    tokens.push(token, params?.['x'], progressMeta(params)['other'])
    back.report(report(5, token))
  }
  const params = { x: 1, _meta: { progressToken: 't', other: 2 } }
  await back.during(server('a'), params, ask)
  await back.during(server('b'), params, ask)
  expect(new Set(tokens).size).toBe(4)
  expect(got).toEqual([
    ['a', 'notifications/progress', report(5, 't')],
    ['b', 'notifications/progress', report(5, 't')],
  ])
  back.report(report(6, tokens[0] as string))
  expect(got).toHaveLength(2)
})

test('a request that asks for no progress is passed on as it is', async () => {
  const params = { x: 1 }
  const back = new ReturnProgress()
  expect(await back.during({} as Upstream, params, async (given) => given)).toBe(params)
})
