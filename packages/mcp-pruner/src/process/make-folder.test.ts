import { statSync } from 'node:fs'
import { join } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterAll, expect, test } from 'vitest'
import { writeRecord } from '../clients/install/install-record.js'
import { makeFolders } from '../clients/install/safe-files.js'
import { setNativeSwitch } from '../native/native-switch.js'
import { makeFolderSync } from './make-folder.js'

const root = makeTree()
afterAll(() => removeTree(root))

test('creates what is missing, for the user alone, and does nothing the second time', () => {
  const folder = join(root, 'a', 'b', 'c')
  makeFolderSync(folder)
  makeFolderSync(folder)
  expect(statSync(join(root, 'a')).mode & 0o777).toBe(0o700)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('folders of a client are created with the usual mode', () => {
  const made = makeFolders(join(root, 'client', 'config'))
  expect(made).toEqual([join(root, 'client'), join(root, 'client', 'config')])
  expect(statSync(join(root, 'client')).mode & 0o777).toBe(0o777 & ~process.umask())
})

test.skipIf(process.platform !== 'linux').each([
  ['a folder', () => makeFolderSync('/proc/none/x')],
  ['a client’s folder', () => makeFolders('/proc/none/x')],
  ['the switch', () => setNativeSwitch('/proc/none/x', true)],
  ['the record', () => writeRecord('/proc/none/x', {} as never)],
])('%s in a place without room for it fails and does not hang', (_, make) => {
  expect(make).toThrow(/cannot be created|ENOENT|EACCES|EPERM/)
})
