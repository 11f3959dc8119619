import { RESPONSE_PROFILES } from '@jeeves/contracts'
import { expect, test } from 'vitest'
import { Answer } from '../../rpc/message.js'
import { type CallContext, isWithin } from './pass-through.js'
import type { ToolRules } from './rules.js'

const rules = { limits: RESPONSE_PROFILES['claude-safe'], strict: false } as ToolRules
const within = (value: object, shown: CallContext['shown']) =>
  isWithin(new Answer(value), { contract: 'overflow', images: 'pass', rules, shown } as CallContext)

const text = { type: 'text', text: '{"a":1}' }

test.each([
  ['unknown', true],
  ['both', false],
  ['content', false],
  ['structured', false],
] as const)('a small value that is sent twice passes as it came to %s: %s', (shown, expected) => {
  expect(within({ content: [text], structuredContent: { a: 1 } }, shown)).toBe(expected)
})

test.each([
  ['unknown', true],
  ['content', false],
] as const)(
  'a small text with a control character passes as it came to %s: %s',
  (shown, expected) => {
    expect(within({ content: [{ type: 'text', text: 'red \u001b[31m' }] }, shown)).toBe(expected)
  },
)

test.each(['unknown', 'both', 'content', 'structured'] as const)(
  'a small text passes to %s',
  (shown) => {
    expect(within({ content: [text] }, shown)).toBe(true)
  },
)
