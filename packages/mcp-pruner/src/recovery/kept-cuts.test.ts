import { memoryStore } from '@jeeves/mcp-runtime'
import { expect, test } from 'vitest'
import { keepCuts, recallCuts } from './kept-cuts.js'
import { createRecovery, type Recovery } from './recovery.js'

// Two answers from one text may cut different runs before the same line: either mark gives the longer one.
test('of two runs that end at one line the longer is kept, and nothing is written twice', async () => {
  const store = memoryStore()
  const opened = createRecovery(
    async () => store,
    () => undefined,
  )
  let writes = 0
  const recovery: Recovery = {
    ...opened,
    keep: (...args) => {
      writes += 1
      return opened.keep(...args)
    },
  }
  const id = (await opened.keep('text')) ?? ''
  await keepCuts(recovery, id, new Map([[10, 5]]))
  await keepCuts(recovery, id, new Map([[10, 7]]))
  await keepCuts(recovery, id, new Map([[10, 5]]))
  expect([...(await recallCuts(recovery, id))]).toEqual([[10, 5]])
  expect(writes).toBe(1)
  await keepCuts(recovery, id, new Map([[10, 3]]))
  expect([...(await recallCuts(recovery, id))]).toEqual([[10, 3]])
  expect(writes).toBe(2)
})
