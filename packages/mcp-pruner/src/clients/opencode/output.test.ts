import { expect, test } from 'vitest'
import { opencodeFrame } from './output.js'

test.each([
  ['one\ntwo', { before: '', text: 'one\ntwo', after: '' }],
  [
    'one\ntwo\n\n<bash_metadata>\ntimed out\n</bash_metadata>',
    {
      before: '',
      text: 'one\ntwo\n',
      after: '\n<bash_metadata>\ntimed out\n</bash_metadata>',
    },
  ],
  [
    '<content>\n1: one\n\n(End of file)\n</content>',
    { before: '<content>\n', text: '1: one', after: '\n\n(End of file)\n</content>' },
  ],
])('the lines of %j are told from what the client added', (whole, framed) => {
  expect(opencodeFrame(whole)).toMatchObject(framed)
})
