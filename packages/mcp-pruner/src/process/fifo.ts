// A pipe without a name, such as a shell gives its commands. Node's own are sockets, which cannot be
// opened by `/dev/stderr`.
import { execFile } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants

export interface Fifo {
  readonly stream: Socket
  /** For the command; closed here once the command has it. */
  readonly writeEnd: number
}

export async function openFifos(count: number): Promise<Fifo[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-pruner-'))
  try {
    const files = Array.from({ length: count }, (_, i) => join(folder, `${i}`))
    await promisify(execFile)('mkfifo', ['-m', '600', ...files])
    return files.map((file) => {
      const readEnd = openSync(file, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
      const writeEnd = openSync(file, O_WRONLY | O_NOFOLLOW)
      return { stream: new Socket({ fd: readEnd, writable: false }), writeEnd }
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const closeWriteEnds = (fifos: readonly Fifo[]): void => {
  for (const { writeEnd } of fifos) closeSync(writeEnd)
}
