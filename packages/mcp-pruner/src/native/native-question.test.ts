import { expect, test } from 'vitest'
import { callFacts } from '../clients/sessions/call-kind.js'
import { nativeQuestion } from './native-question.js'

const facts = callFacts('Bash', { command: 'make', description: ' Build it ' })

test("the agent's words and the call's description are the question", () => {
  expect(
    nativeQuestion(facts, { message: ' Why does it fail? ', prompt: ' Fix the build. ' }),
  ).toEqual({
    question: 'Why does it fail?\nBuild it',
    context: 'make',
    isFromAgent: true,
    task: 'Fix the build.',
  })
})

test("without them the user's prompt is, and without that there is none", () => {
  const call = callFacts('Grep', { pattern: 'retry', path: 'src' })
  expect(nativeQuestion(call, { prompt: 'Fix the build.' })).toEqual({
    question: 'Fix the build.',
    context: 'retry\nsrc',
    isFromAgent: false,
    task: 'Fix the build.',
  })
  expect(nativeQuestion(call, { message: ' ', prompt: '\n' })).toBeUndefined()
  expect(nativeQuestion(call)).toBeUndefined()
})

test('of long words the last, from the beginning of a word', () => {
  const message = `${'first '.repeat(300)}why does it fail`
  const { question } = nativeQuestion(callFacts('Read', { file_path: 'a' }), { message })!
  expect(question.length).toBeLessThanOrEqual(1200)
  expect(question.length).toBeGreaterThan(1190)
  expect(question).toMatch(/^first first .* why does it fail$/)
  const exact = 'x'.repeat(1200)
  expect(nativeQuestion(callFacts('Read', {}), { message: exact })?.question).toBe(exact)
})

test('of a long prompt the first, and of a long call its beginning', () => {
  const found = nativeQuestion(callFacts('Bash', { command: 'c'.repeat(500) }), {
    prompt: 'p'.repeat(5000),
  })
  expect(found?.question.length).toBe(1200)
  expect(found?.task?.length).toBe(4000)
  expect(found?.context.length).toBe(400)
})
