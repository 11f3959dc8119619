import { expect, test } from 'vitest'
import { Answer } from '../../../rpc/message.js'
import type { Upstream } from '../upstream/upstream.js'
import { ResourceRoutes } from './resource-routes.js'

const server = (name: string) => ({ name }) as Upstream
const [first, second] = [server('first'), server('second')]
const routes = () => new ResourceRoutes(() => [first, second])

const ask = (knows: readonly Upstream[], asked: string[] = []) => ({
  asked,
  ask: async (upstream: Upstream) => {
    asked.push(upstream.name)
    if (!knows.includes(upstream)) throw new Error(`unknown to ${upstream.name}`)
    return new Answer(upstream.name)
  },
})

test('the server that listed a resource is asked for it, and no other', async () => {
  const known = routes()
  known.learn(second, 'file:///a')
  known.learn(first, 'file:///a')
  known.learn(first, 5)
  const { asked, ask: read } = ask([first, second])
  expect((await known.route('file:///a', read)).value).toBe('second')
  expect(asked).toEqual(['second'])
})

test('one that nobody listed is asked of each in turn, until one knows it', async () => {
  const { asked, ask: read } = ask([second])
  expect((await routes().route('file:///b', read)).value).toBe('second')
  expect(asked).toEqual(['first', 'second'])
})

test('if none knows it, the last reason is told', async () => {
  await expect(routes().route('file:///c', ask([]).ask)).rejects.toThrow('unknown to second')
  const none = new ResourceRoutes(() => [])
  await expect(none.route('file:///c', ask([]).ask)).rejects.toMatchObject({
    code: -32002,
    message: 'Resource not found: file:///c',
  })
})

test('after a change of the lists nothing is known of the old ones', async () => {
  const known = routes()
  known.learn(second, 'file:///a')
  known.forget()
  const { asked, ask: read } = ask([first])
  await known.route('file:///a', read)
  expect(asked).toEqual(['first'])
})
