import { expect, test } from 'vitest'
import { visible } from './visible-text.js'

test.each([
  ['tabs and line endings stay', 'a\tb\nc\r\nd', 'a\tb\nc\r\nd'],
  ['other scripts and signs stay', 'é 漢字 🎉 …', 'é 漢字 🎉 …'],
  ['escape sequences', '\u001b[31mred', '\\x1b[31mred'],
  ['a return that overwrites', 'safe\rrm -rf', 'safe\\rrm -rf'],
  ['a return before a return', 'a\r\r\nb', 'a\\r\r\nb'],
  ['NUL, form feed, DEL and C1', '\0\f\u007f\u009b', '\\x00\\x0c\\x7f\\x9b'],
  ['line separators', 'a\u2028b\u2029c', 'a\\u2028b\\u2029c'],
  ['text that turns round', 'a\u202eb\u2066c', 'a\\u202eb\\u2066c'],
  ['a byte order mark', '\ufeffa', '\\ufeffa'],
])('%s', (_, text, shown) => {
  expect(visible(text)).toBe(shown)
})
