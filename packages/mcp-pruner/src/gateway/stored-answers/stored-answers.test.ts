import { memoryStore } from '@jeeves/mcp-runtime'
import { expect, test } from 'vitest'
import { asDomain, StoredAnswers } from './stored-answers.js'

test('what is stored again is the newest, and the oldest leaves the list', async () => {
  const store = memoryStore({})
  const storedAnswers = new StoredAnswers(
    async () => store,
    () => {},
  )
  const refs: (string | undefined)[] = []
  for (let i = 0; i < 100; i++) refs.push(await storedAnswers.keep('d', 'tool', `text ${i}`))
  await storedAnswers.keep('d', 'tool', 'text 0')
  expect(storedAnswers.recent()[0]?.ref).toBe(refs[0])
  await storedAnswers.keep('d', 'tool', 'one more')
  const listed = storedAnswers.recent().map(({ ref }) => ref)
  expect(listed).toHaveLength(100)
  expect(listed).toContain(refs[0])
  expect(listed).not.toContain(refs[1])
})

test('the tool of an answer is known, also where only its reference is', async () => {
  const store = memoryStore({})
  const storedAnswers = new StoredAnswers(
    async () => store,
    () => {},
  )
  const ref = (await storedAnswers.keep('My Server 2', 'list.all issues', 'text')) ?? ''
  expect(ref).toMatch(/^ax:\/\/my-server-2\/list-all-issues\.[0-9A-Z]{16}$/)
  expect(storedAnswers.toolOf(ref)).toBe('list.all issues')
  const other = new StoredAnswers(
    async () => store,
    () => {},
  )
  expect(other.toolOf(ref)).toBe('list-all-issues')
  expect(await other.recall(ref)).toBe('text')
  expect(other.toolOf('ax://d/nothing')).toBeUndefined()
})

test('pages of one answer are read from the store once, and others are not taken for it', async () => {
  const store = memoryStore({})
  const storedAnswers = new StoredAnswers(
    async () => store,
    () => {},
  )
  const [a, b] = [
    await storedAnswers.keep('d', 'tool', 'a'),
    await storedAnswers.keep('d', 'tool', 'b'),
  ]
  expect([
    await storedAnswers.recall(a ?? ''),
    await storedAnswers.recall(b ?? ''),
    await storedAnswers.recall(a ?? ''),
  ]).toEqual(['a', 'b', 'a'])
  expect(await storedAnswers.recall('ax://d/tool.0000000000000000')).toBeUndefined()
  expect(await storedAnswers.recall(a ?? '')).toBe('a')
})

test('an answer that cannot be stored has no reference, is not listed and is logged', async () => {
  const events: string[] = []
  const storedAnswers = new StoredAnswers(
    async () => {
      throw new Error('no disk')
    },
    (_level, event) => void events.push(event),
  )
  expect(await storedAnswers.keep('d', 'tool', 'text')).toBeUndefined()
  expect([storedAnswers.recent(), events]).toEqual([[], ['artifact.not_kept']])
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
