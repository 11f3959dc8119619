// A file that is written in any other way than the one may be written through a link that somebody planted.
import { describe, expect, test } from 'vitest'
import { findFileWriters } from './lib/file-writers.js'
import { readFiles } from './lib/workspace.js'

test('every file that the product writes goes through one module', () => {
  expect(findFileWriters(readFiles('.ts', '.tsx', '.mjs'))).toEqual([])
})

describe('the check can fail', () => {
  const FILE = 'packages/mcp-pruner/src/a/b.ts'
  const faultsOf = (source: string, file = FILE) => findFileWriters(new Map([[file, source]]))

  test.each([
    ["import { writeFileSync } from 'node:fs'", `${FILE} imports writeFileSync`],
    ["import {\n  rename as move,\n} from 'node:fs/promises'", `${FILE} imports rename`],
    ["import { createWriteStream } from 'fs'", `${FILE} imports createWriteStream`],
    ["import * as fs from 'node:fs'", `${FILE} imports all of node:fs`],
    ["import fs from 'node:fs/promises'", `${FILE} imports all of node:fs`],
    [
      "const { writeFile } = await import('node:fs/promises')",
      `${FILE} loads node:fs in a way that cannot be checked`,
    ],
    [
      "import { open } from 'node:fs/promises'\nawait open(join(a, b), 'wx', 0o600)",
      `${FILE} opens files to write`,
    ],
    [
      "import { openSync, constants } from 'node:fs'\nopenSync(a, constants.O_WRONLY)",
      `${FILE} opens files to write`,
    ],
  ])('on %j', (source, fault) => {
    expect(faultsOf(source)).toEqual([fault])
  })

  test('and not on reading, types and tests', () => {
    expect(faultsOf("import { open } from 'node:fs/promises'\nopen(a, 'r')")).toEqual([])
    expect(faultsOf("import type { WriteStream } from 'node:fs'")).toEqual([])
    expect(faultsOf("import { writeFileSync } from 'node:fs'", 'bench/a.ts')).toEqual([])
    expect(
      faultsOf("import { writeFileSync } from 'node:fs'", FILE.replace('.ts', '.test.ts')),
    ).toEqual([])
  })
})
