import { expect, test } from 'vitest'
import type { PruneTextRequest } from './ask-request.js'
import { runEngine } from './run-engine.js'
import { tinyTextReply } from './tiny-text.js'

const ASKED = { question: 'Which port?', origin: 'explicit', timeoutMs: 20_000 } as const

test.each<[string, Partial<PruneTextRequest> & { readonly text: string }]>([
  ['two lines', { text: 'one\ntwo\n' }],
  ['no final newline', { text: 'one\r\ntwo' }],
  ['empty lines only', { text: '\n\n\n' }],
  ['one character short of the bound', { text: `${'x'.repeat(398)}\n` }],
  ['an error', { text: 'ERROR: port 80 is taken\n'.repeat(10) }],
  ['numbers asked for', { text: 'a\nb\n', view: { style: 'model', numbers: true }, firstLine: 9 }],
  ['a bound that it fits', { text: 'port: 80\n', maxTokens: 60 }],
  ['a whole part asked for', { text: 'a\nport\nb\n', widen: { context: 1, whole: true } }],
])('the engine need not be asked: %s', (_, given) => {
  const request = { ...ASKED, ...given }
  const reply = tinyTextReply(request)
  expect(reply?.text).toBe(given.text)
  const { timeoutMs, ...asked } = request
  expect(reply).toEqual(runEngine(asked, timeoutMs))
})

test.each<[string, Partial<PruneTextRequest>]>([
  ['a longer text', { text: 'x'.repeat(400) }],
  ['a bound that it may not fit', { text: 'x'.repeat(80), maxTokens: 60 }],
  ['a condensed text', { text: 'a\n', mode: 'condense' }],
  ['another view', { text: 'a\n', view: { style: 'filtered' } }],
  ['a budget', { text: 'a\nb\n', budget: { tokens: 1 } }],
  ['the range that counts most', { text: 'a\nb\n', wantsRange: true }],
  ['lines that must stay', { text: 'a\n', minKeepLines: 2 }],
])('the engine has to be asked: %s', (_, given) => {
  expect(tinyTextReply({ text: '', ...ASKED, ...given })).toBeUndefined()
})
