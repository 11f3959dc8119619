import { expect, test } from 'vitest'
import type { Fields } from '../../../rpc/message.js'
import type { IncomingRequest } from '../../../rpc/peer.js'
import { Subscriptions } from './subscriptions.js'

const ID = 'io.modelcontextprotocol/subscriptionId'

function subscribed(asked: Readonly<Record<number, Fields>>) {
  const sent: unknown[] = []
  const subscriptions = new Subscriptions((method, params) => void sent.push([method, params]))
  const ends = Object.entries(asked).map(([id, notifications]) => {
    const ended = new AbortController()
    const request = { id: Number(id), params: { notifications }, signal: ended.signal }
    const listening = subscriptions.listen(request as unknown as IncomingRequest)
    listening.catch(() => {})
    return { listening, end: () => ended.abort('it is over') }
  })
  sent.splice(0, Number.POSITIVE_INFINITY)
  return { subscriptions, sent, ends }
}

test('a subscription is acknowledged with its id and what it is to', () => {
  const sent: unknown[] = []
  const subscriptions = new Subscriptions((method, params) => void sent.push([method, params]))
  const signal = new AbortController().signal
  const params = { notifications: { toolsListChanged: true } }
  void subscriptions.listen({ id: 4, params, signal } as unknown as IncomingRequest)
  expect(sent).toEqual([
    [
      'notifications/subscriptions/acknowledged',
      { notifications: { toolsListChanged: true }, _meta: { [ID]: 4 } },
    ],
  ])
})

test('a changed list goes to those who asked for that list', () => {
  const { subscriptions, sent } = subscribed({
    1: { toolsListChanged: true },
    2: { promptsListChanged: true, toolsListChanged: false },
    3: { resourcesListChanged: true, toolsListChanged: true },
  })
  const method = 'notifications/tools/list_changed'
  expect(subscriptions.route(method, { _meta: { a: 1 } })).toBe(true)
  expect(sent).toEqual([
    [method, { _meta: { a: 1, [ID]: 1 } }],
    [method, { _meta: { a: 1, [ID]: 3 } }],
  ])
})

test('an updated resource goes to those who named it', () => {
  const { subscriptions, sent } = subscribed({
    1: { resourceSubscriptions: ['file:///a', 'file:///b'] },
    2: { resourceSubscriptions: ['file:///c'] },
    3: { resourcesListChanged: true },
  })
  const method = 'notifications/resources/updated'
  expect(subscriptions.route(method, { uri: 'file:///b' })).toBe(true)
  expect(sent).toEqual([[method, { uri: 'file:///b', _meta: { [ID]: 1 } }]])
})

test('after its end a subscription gets nothing more', async () => {
  const { subscriptions, sent, ends } = subscribed({ 1: { toolsListChanged: true } })
  ends[0]?.end()
  await expect(ends[0]?.listening).rejects.toThrow('it is over')
  expect(subscriptions.route('notifications/tools/list_changed', undefined)).toBe(true)
  expect(sent).toEqual([])
})

test('other notifications are not for subscribers', () => {
  const { subscriptions, sent } = subscribed({ 1: { toolsListChanged: true } })
  expect(subscriptions.route('notifications/message', {})).toBe(false)
  expect(sent).toEqual([])
})
