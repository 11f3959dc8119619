import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { diskStore } from './disk-store.js'
import { storeSuite } from './store.case.js'

const folders: string[] = []
let now = Date.now()

afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

storeSuite('disk', {
  open: async (options) => {
    const folder = await mkdtemp(join(tmpdir(), 'ax-disk-'))
    folders.push(folder)
    // Far ahead of the file system's clock, files that are being written would pass for abandoned ones.
    now = Date.now()
    return diskStore({ ...options, folder, now: () => now })
  },
  pass: async (ms) => {
    now += ms
  },
})
