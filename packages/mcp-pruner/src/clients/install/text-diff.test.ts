import { expect, it } from 'vitest'
import { unifiedDiff } from './text-diff.js'

it('counts the lines of each hunk, so that patch accepts it', () => {
  const before = '{\n  // mine\n  "a": 1,\n  "b": 2,\n  "c": 3,\n  "d": 4\n}'
  expect(
    unifiedDiff('/home/me/.x.json', before, before.replace('"d": 4', '"d": 4,\n  "e": 5')),
  ).toBe(`--- /home/me/.x.json
+++ /home/me/.x.json
@@ -3,5 +3,6 @@
   "a": 1,
   "b": 2,
   "c": 3,
-  "d": 4
+  "d": 4,
+  "e": 5
 }
\\ No newline at end of file
`)
})

it('creates a file', () => {
  expect(unifiedDiff('/home/me/.x.json', undefined, '{\n}\n')).toBe(
    '--- /dev/null\n+++ /home/me/.x.json\n@@ -0,0 +1,2 @@\n+{\n+}\n',
  )
  expect(unifiedDiff('/home/me/.x.json', '{}', '{}')).toBe('')
})
