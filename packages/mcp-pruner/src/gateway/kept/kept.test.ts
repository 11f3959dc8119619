import { memoryStore } from '@jeeves/mcp-runtime'
import { expect, test } from 'vitest'
import { KeptAnswers } from './kept.js'

test('what is stored again is the newest, and the oldest leaves the list', async () => {
  const store = memoryStore({})
  const kept = new KeptAnswers(
    async () => store,
    () => {},
  )
  const refs: (string | undefined)[] = []
  for (let i = 0; i < 100; i++) refs.push(await kept.keep('d', 'tool', `text ${i}`))
  await kept.keep('d', 'tool', 'text 0')
  expect(kept.recent()[0]?.ref).toBe(refs[0])
  await kept.keep('d', 'tool', 'one more')
  const listed = kept.recent().map(({ ref }) => ref)
  expect(listed).toHaveLength(100)
  expect(listed).toContain(refs[0])
  expect(listed).not.toContain(refs[1])
})
