// Every message that the documents quote exists: each piece of code in their prose that reads as a
// sentence is in the sources, with any value where those insert one.
import { expect, test } from 'vitest'
import { messagesIn, quotedIn } from './lib/quoted-messages.js'
import { readFiles } from './lib/workspace.js'

const pages = [...readFiles('.md')].filter(([page]) =>
  /^(README|docs\/|SECURITY|plugin\/)/.test(page),
)
const messages = [...readFiles('.ts'), ...readFiles('.mjs')]
  .filter(([file]) => /^(packages\/.*\/src\/|scripts\/)/.test(file) && !file.endsWith('.test.ts'))
  .flatMap(([, text]) => messagesIn(text))
const quoted = pages.flatMap(([page, text]) => quotedIn(text).map((message) => ({ page, message })))

test('there are quoted messages', () => expect(quoted.length).toBeGreaterThan(5))

test('every message that the documents quote is one of the sources', () => {
  const invented = quoted.filter(
    ({ message }) => !messages.some((said) => said.test(message) || said.holds(message)),
  )
  expect(invented).toEqual([])
})

test('the check can fail', () => {
  const [said] = messagesIn('const a = `port ${port} is taken`')
  expect(said?.test('port 8000 is taken')).toBe(true)
  expect(said?.test('port 8000 is free')).toBe(false)
  expect(quotedIn('It says `port 8000 is taken`, or `prune --json FILE`.')).toEqual([
    'port 8000 is taken',
  ])
})
