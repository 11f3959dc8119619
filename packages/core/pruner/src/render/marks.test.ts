import { expect, test } from 'vitest'
import { markFormFor } from './marks.js'

test.each([
  ['what … would be', '…'],
  ['see …7: and …end', '…#'],
  ['see …7: and …#12:', '…##'],
  // The character without width between them does not show.
  ['see …\u200b7:', '…#'],
  ['see …e\u00adnd and …\u2060#12:', '…##'],
])('%j', (text, sign) => {
  expect(markFormFor(text)).toEqual({ sign })
})
