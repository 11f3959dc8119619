import { existsSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterAll, expect, test } from 'vitest'
import { rememberedProbe } from './remembered-probe.js'

const folder = makeTree()
afterAll(() => removeTree(folder))
const URL = 'http://localhost:8000/prune'

/** Counts how often it is asked. */
function probing(answer: boolean) {
  const asked = { times: 0 }
  const isReady = async () => {
    asked.times++
    return answer
  }
  return { asked, probe: { isReady, gone: () => {} } }
}

test('that nothing was there is remembered for a minute, also by other processes', async () => {
  const file = join(folder, 'none')
  const { asked, probe } = probing(false)
  const ask = () => rememberedProbe(URL, file, probe).isReady()
  expect([await ask(), await ask(), await ask()]).toEqual([false, false, false])
  expect(asked.times).toBe(1)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const before = new Date(Date.now() - 61_000)
  utimesSync(file, before, before)
  await ask()
  expect(asked.times).toBe(2)
  // A clock that was set back.
  const later = new Date(Date.now() + 600_000)
  utimesSync(file, later, later)
  await ask()
  expect(asked.times).toBe(3)
})

test('one that was there is probed again, until it fails', async () => {
  const file = join(folder, 'there')
  const { asked, probe } = probing(true)
  const remembered = rememberedProbe(URL, file, probe)
  expect([await remembered.isReady(), await remembered.isReady()]).toEqual([true, true])
  expect({ times: asked.times, remembered: existsSync(file) }).toEqual({
    times: 2,
    remembered: false,
  })
  remembered.gone()
  expect(await remembered.isReady()).toBe(false)
  expect(asked.times).toBe(2)
})

test('without a folder nothing is remembered, and nothing created', async () => {
  const { asked, probe } = probing(false)
  const ask = () => rememberedProbe(URL, join(folder, 'no', 'file'), probe).isReady()
  expect([await ask(), await ask()]).toEqual([false, false])
  expect({ times: asked.times, created: existsSync(join(folder, 'no')) }).toEqual({
    times: 2,
    created: false,
  })
})
