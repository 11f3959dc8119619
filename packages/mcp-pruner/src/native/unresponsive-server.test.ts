import { join } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterAll, expect, test } from 'vitest'
import { avoid, forgetUnresponsive, isAvoided } from './unresponsive-server.js'

const run = makeTree()
afterAll(() => removeTree(run))

// A frozen server cost each hook 5.7 s.
test('a server that was silent twice is left alone, longer each time, until it answers', () => {
  const address = join(run, '12.addr')
  avoid(address, 0)
  expect(isAvoided(address, 0)).toBe(false)
  avoid(address, 0)
  expect([isAvoided(address, 1999), isAvoided(address, 2000)]).toEqual([true, false])
  avoid(address, 2000)
  expect([isAvoided(address, 5999), isAvoided(address, 6000)]).toEqual([true, false])
  for (let i = 0; i < 20; i++) avoid(address, 6000)
  expect([isAvoided(address, 305_999), isAvoided(address, 306_000)]).toEqual([true, false])
  forgetUnresponsive(address)
  expect(isAvoided(address, 6000)).toBe(false)
})
