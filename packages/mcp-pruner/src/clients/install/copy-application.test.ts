import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  applicationEntry,
  copyApplication,
  missingFiles,
  removeApplication,
} from './copy-application.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'copy-application-'))
  mkdirSync(join(folder, 'dist/page'), { recursive: true })
  for (const name of ['index.js', 'chunk-a.js', 'chunk-a.js.map', 'page/page.css'])
    writeFileSync(join(folder, 'dist', name), `// ${name}`)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const copy = () => copyApplication(join(folder, 'dist'), join(folder, 'data'))
const at = (name: string) => join(folder, 'data/app', name)

test('all files but source maps, of which the entry can be run', () => {
  copy()
  expect(applicationEntry(join(folder, 'data'))).toBe(at('index.js'))
  expect(readFileSync(at('index.js'), 'utf8')).toBe('// index.js')
  expect(readFileSync(at('page/page.css'), 'utf8')).toBe('// page/page.css')
  expect(existsSync(at('chunk-a.js.map'))).toBe(false)
  expect(statSync(at('index.js')).mode & 0o777).toBe(0o755)
  expect(statSync(at('chunk-a.js')).mode & 0o777).toBe(0o644)
  // The entry is written last.
  expect(JSON.parse(readFileSync(at('package.json'), 'utf8'))).toEqual({
    type: 'module',
    files: ['chunk-a.js', 'page/page.css', 'index.js'],
  })
})

test('what is missing of the copy is told', () => {
  expect(missingFiles(join(folder, 'data'))).toEqual(['package.json'])
  copy()
  expect(missingFiles(join(folder, 'data'))).toEqual([])
  rmSync(at('page/page.css'))
  expect(missingFiles(join(folder, 'data'))).toEqual(['page/page.css'])
})

test('files of an earlier version go after a month', () => {
  copy()
  const day = 24 * 3_600_000
  for (const [name, days] of [
    ['older.js', 31],
    ['newer.js', 29],
  ] as const) {
    writeFileSync(at(name), '')
    const then = new Date(Date.now() - days * day)
    utimesSync(at(name), then, then)
  }
  copy()
  expect(existsSync(at('older.js'))).toBe(false)
  expect(existsSync(at('newer.js'))).toBe(true)
  expect(existsSync(at('chunk-a.js'))).toBe(true)
})

test('a file with the same bytes is not written again, and a link to such a file is refused', () => {
  copy()
  writeFileSync(at('page/page.css'), 'other')
  const before = statSync(at('chunk-a.js')).ino
  copy()
  expect(statSync(at('chunk-a.js')).ino).toBe(before)
  expect(readFileSync(at('page/page.css'), 'utf8')).toBe('// page/page.css')
  rmSync(at('index.js'))
  symlinkSync(join(folder, 'dist/index.js'), at('index.js'))
  expect(copy).toThrow('is a link; nothing was written')
})

// A server of the version that is replaced may have started a minute ago, however long ago it was installed.
test('what an upgrade replaces stays for a month from then on', () => {
  copy()
  const then = new Date(Date.now() - 40 * 24 * 3_600_000)
  utimesSync(at('chunk-a.js'), then, then)
  rmSync(join(folder, 'dist/chunk-a.js'))
  copy()
  expect(existsSync(at('chunk-a.js'))).toBe(true)
  copy()
  expect(existsSync(at('chunk-a.js'))).toBe(true)
  utimesSync(at('chunk-a.js'), then, then)
  copy()
  expect(existsSync(at('chunk-a.js'))).toBe(false)
})

test('the copy that installs itself again stays, and is removed whole', () => {
  copy()
  copyApplication(at(''), join(folder, 'data'))
  expect(missingFiles(join(folder, 'data'))).toEqual([])
  removeApplication(join(folder, 'data'))
  expect(existsSync(at(''))).toBe(false)
})
