import { memoryStore } from '@jeeves/mcp-runtime'
import { expect, test } from 'vitest'
import { cutsBetween, keepCuts, recallCuts, resolveWanted } from './kept-cuts.js'
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

test('cuts are the runs between kept lines, also of one line, at the start and at the end', () => {
  expect([...cutsBetween([2, 4, 5, 9], 12, 1)]).toEqual([
    [2, 1],
    [4, 3],
    [9, 6],
    [13, 10],
  ])
  expect([...cutsBetween([1, 2], 2, 1)]).toEqual([])
  expect([...cutsBetween([], 3, 1)]).toEqual([[4, 1]])
  // Of a part of a file, in the numbers of the file.
  expect([...cutsBetween([3], 4, 101)]).toEqual([
    [103, 101],
    [105, 104],
  ])
})

test('the end is the last cut, and a store that fails knows of none', async () => {
  const cuts = cutsBetween([2, 4], 9, 1)
  const text = 'x\n'.repeat(9)
  expect(resolveWanted([{ before: 'end' }], cuts, text)).toEqual({
    ranges: [{ start_line: 5, end_line: 9 }],
  })
  const broken = { recall: () => Promise.reject(new Error('no disk')) } as unknown as Recovery
  expect(await recallCuts(broken, 'prn_X')).toEqual(new Map())
})
