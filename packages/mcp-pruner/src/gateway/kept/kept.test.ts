import { memoryStore } from '@jeeves/mcp-runtime'
import { expect, test } from 'vitest'
import { asDomain, KeptAnswers } from './kept.js'

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

test('the tool of an answer is known, also where only its reference is', async () => {
  const store = memoryStore({})
  const kept = new KeptAnswers(
    async () => store,
    () => {},
  )
  const ref = (await kept.keep('My Server 2', 'list.all issues', 'text')) ?? ''
  expect(ref).toMatch(/^ax:\/\/my-server-2\/list-all-issues\.[0-9A-Z]{16}$/)
  expect(kept.toolOf(ref)).toBe('list.all issues')
  const other = new KeptAnswers(
    async () => store,
    () => {},
  )
  expect(other.toolOf(ref)).toBe('list-all-issues')
  expect(await other.recall(ref)).toBe('text')
  expect(other.toolOf('ax://d/nothing')).toBeUndefined()
})

test('pages of one answer are read from the store once, and others are not taken for it', async () => {
  const store = memoryStore({})
  const kept = new KeptAnswers(
    async () => store,
    () => {},
  )
  const [a, b] = [await kept.keep('d', 'tool', 'a'), await kept.keep('d', 'tool', 'b')]
  expect([
    await kept.recall(a ?? ''),
    await kept.recall(b ?? ''),
    await kept.recall(a ?? ''),
  ]).toEqual(['a', 'b', 'a'])
  expect(await kept.recall('ax://d/tool.0000000000000000')).toBeUndefined()
  expect(await kept.recall(a ?? '')).toBe('a')
})

test('an answer that cannot be stored has no reference, is not listed and is logged', async () => {
  const events: string[] = []
  const kept = new KeptAnswers(
    async () => {
      throw new Error('no disk')
    },
    (_level, event) => void events.push(event),
  )
  expect(await kept.keep('d', 'tool', 'text')).toBeUndefined()
  expect([kept.recent(), events]).toEqual([[], ['artifact.not_kept']])
})

test.each([
  ['GitHub', 'github'],
  ['a.b/c', 'a-b-c'],
  ['007', 'tool'],
  ['-x-', 'x'],
  ['é', 'tool'],
  ['x'.repeat(70), 'x'.repeat(64)],
])('the domain of the server %s is %s', (name, domain) => {
  expect(asDomain(name)).toBe(domain)
})
