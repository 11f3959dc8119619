// A key in a file of its own: 32 random bytes as hex, generated on first use, private to the user.
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createFile } from '@jeeves/mcp-runtime/files'
import { makeFolderSync } from '../process/make-folder.js'

export const newKey = (): string => randomBytes(32).toString('hex')

export async function openKeyFile(file: string): Promise<string> {
  makeFolderSync(dirname(file))
  const made = newKey()
  const text = await createFile(file, made).then(
    () => made,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
      return readFile(file, 'utf8')
    },
  )
  const key = text.trim()
  if (!/^[0-9a-f]{64}$/.test(key)) throw new Error(`${file} is not a key; hint: remove it`)
  return key
}
