// How a program started by a client finds the server of that client: by a file named after its process, in a
// private folder of the user. It contains the socket's address and the folder for wrapped commands.
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isAlive, replaceFileSync } from '@jeeves/mcp-runtime/files'
import { isOwnFolder, isOwnSocket } from './own-path.js'

/** Of running servers, under the data folder. */
export const RUN_FOLDER = join('native', 'run')

/** A file whose server cannot be checked may belong to another machine with the same home. */
const FORGOTTEN_MS = 24 * 60 * 60 * 1000

export const socketName = (pid: number): string => `mcp-pruner-${pid}.sock`

const addressFile = (run: string, pid: number): string => join(run, `${pid}.addr`)

export function writeAddress(run: string, socket: string, folder: string): () => void {
  const file = addressFile(run, process.pid)
  replaceFileSync(file, `${socket}\n${folder}\n`)
  const note = file.replace(/\.addr$/, '.silent')
  rmSync(note, { force: true })
  return () => {
    for (const one of [file, note]) rmSync(one, { force: true })
  }
}

/** By the client that runs this server: its hooks know their parent. */
export function writeParentAddress(run: string, socket: string): () => void {
  const file = join(run, `${process.ppid}.http`)
  replaceFileSync(file, `${socket}\n${process.pid}\n`)
  return () => {
    if (linesOf(file)[1] === String(process.pid)) rmSync(file, { force: true })
  }
}

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

/** Of its socket. */
export const readAddress = (file: string): string | undefined => linesOf(file)[0] || undefined

/** Leftovers of a killed server. */
export function removeLeftovers(run: string): void {
  for (const name of readdirSync(run).filter((each) => each.endsWith('.http'))) {
    const [, pid] = linesOf(join(run, name))
    if (!isAlive(Number(pid))) rmSync(join(run, name), { force: true })
  }
  for (const name of readdirSync(run).filter((each) => /^claude-.*\.json$/.test(each))) {
    const pid = /"pid":(\d+)/.exec(linesOf(join(run, name))[0] ?? '')?.[1]
    if (pid === undefined || !isAlive(Number(pid))) rmSync(join(run, name), { force: true })
  }
  for (const file of findAddresses(run)) {
    const pid = Number.parseInt(basename(file), 10)
    if (pid === process.pid || isAlive(pid)) continue
    const [socket, folder] = linesOf(file)
    if (socket !== undefined && isOwnSocket(socket)) rmSync(socket, { force: true })
    const isHere = folder !== undefined && isOwnFolder(folder) && existsSync(join(folder, 'ask'))
    if (isHere) rmSync(folder, { recursive: true, force: true })
    if (isHere || Date.now() - statSync(file).mtimeMs > FORGOTTEN_MS) rmSync(file, { force: true })
  }
}

/** Left by a killed server. */
export const forgetAddress = (file: string): void => rmSync(file, { force: true })

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}
