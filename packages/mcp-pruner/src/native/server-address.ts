// How a program that a client runs finds the server that the client runs: by a file with its socket's address,
// named by its process, in a folder that is the user's alone.
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

export const addressFile = (run: string, pid: number): string => join(run, `${pid}.addr`)

/** Newest first. */
export function findAddresses(run: string): readonly string[] {
  try {
    return readdirSync(run)
      .filter((name) => name.endsWith('.addr'))
      .map((name) => ({ file: join(run, name), at: statSync(join(run, name)).mtimeMs }))
      .sort((a, b) => b.at - a.at)
      .map(({ file }) => file)
  } catch {
    return []
  }
}

export function readAddress(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}

/** Left by a server that was killed. */
export const forgetAddress = (file: string): void => rmSync(file, { force: true })
