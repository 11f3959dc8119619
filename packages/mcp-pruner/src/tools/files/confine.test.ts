import { renameSync, symlinkSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterAll, expect, test } from 'vitest'
import { ToolFailure } from '../../call/tool.js'
import { openFileInside, staysInRoot } from './confine.js'

const outside = makeTree({ 'folder/file.txt': 'outside' })
const realRoot = makeTree({ 'folder/file.txt': 'inside' })
const root = { root: realRoot, realRoot }
afterAll(() => {
  removeTree(outside)
  removeTree(realRoot)
})

test.each([
  ['a', true],
  ['.', true],
  ['a/../b', true],
  ['..', false],
  ['a/../../b', false],
  ['..a', true],
  ['/etc/passwd', false],
])('as written, %s stays inside: %s', (path, stays) => {
  expect(staysInRoot(root, path)).toBe(stays)
})

/** The text that was read, or why none was. */
async function readOnce(): Promise<string> {
  try {
    const { handle } = await openFileInside(root, 'folder/file.txt')
    try {
      return await handle.readFile('utf8')
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (error instanceof ToolFailure) return error.failure.code
    throw error
  }
}

// The path is checked, and then opened: it may lead elsewhere by then. So the opened file itself
// is checked. Both outcomes of the race must occur, or nothing was tested.
test.skipIf(process.platform === 'win32')(
  'a folder that is swapped for a link between the look and the opening leaks nothing',
  async () => {
    const [folder, aside, link] = ['folder', 'aside', 'link'].map((name) => join(realRoot, name))
    symlinkSync(join(outside, 'folder'), link!)
    const seen = new Map<string, number>()
    for (let round = 0; round < 20_000 && (seen.get('invalid_path') ?? 0) < 25; round++) {
      const reading = readOnce()
      // Swapped meanwhile, a little later each time.
      for (let i = 0; i < round % 7; i++) await new Promise(setImmediate)
      await rename(folder!, aside!).then(() => rename(link!, folder!))
      const outcome = await reading
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
      renameSync(folder!, link!)
      renameSync(aside!, folder!)
    }
    expect([...seen.keys()].filter((key) => key === 'outside')).toEqual([])
    expect(seen.get('inside')).toBeGreaterThan(0)
    expect(seen.get('invalid_path')).toBeGreaterThan(0)
  },
)
