import { expect, test } from 'vitest'
import { patchIn } from './patch-edits.js'

const PATCH = `*** Begin Patch
*** Update File: src/a.ts 
@@
 before
-old 1
-old 2
+new 1
+new 2
 between
+inserted
 after
-removed
*** Update File: src/b.ts
@@
+first line
*** End Patch`

test('removed runs, the line before an insertion, and what is written', () => {
  const edit = {
    path: 'src/a.ts',
    replaced: ['old 1\nold 2', 'between', 'removed'],
    written: ['new 1', 'new 2', 'inserted', 'first line'],
  }
  expect(patchIn(PATCH)).toEqual(edit)
  expect(patchIn({ command: ['apply_patch', PATCH] })).toEqual(edit)
  expect(patchIn({ cmd: `apply_patch <<'E'\n- no line of it\n${PATCH}\nE` })).toEqual(edit)
})

test('no patch', () => {
  expect(patchIn({ command: ['ls'] })).toBeUndefined()
  expect(patchIn(undefined)).toBeUndefined()
  expect(patchIn('*** Begin Patch')).toEqual({ path: undefined, replaced: [], written: [] })
})
