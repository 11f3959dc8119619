import { expect, test } from 'vitest'
import { Servers } from './servers.js'

const spec = (name: string) => ({ kind: 'broken', isNamed: true, name, problem: 'none' }) as const
const HANDLERS = {
  request: async () => undefined,
  notification: () => {},
  restarted: () => {},
  answersWhileCalled: () => false,
  failed: () => {},
}

// Every change of the configuration left its servers in memory until the gateway ended.
test('servers that have ended are forgotten, the others stay the same', async () => {
  const servers = new Servers([spec('same'), spec('first')], () => {}, HANDLERS)
  const [same, first] = servers.current
  for (let i = 0; i < 50; i += 1) {
    const before = servers.current
    const now = servers.change([spec('same'), spec(`changed ${i}`)])
    await Promise.all(before.filter((one) => !now.includes(one)).map((one) => one.close()))
  }
  servers.change([spec('same')])
  expect(servers.current).toEqual([same])
  expect(first?.isClosed).toBe(true)
  // The last one is still about to end.
  expect([...servers.open].map(({ name }) => name)).toEqual(['same', 'changed 49'])
  await servers.close()
  servers.change([])
  expect(servers.open.size).toBe(0)
})
