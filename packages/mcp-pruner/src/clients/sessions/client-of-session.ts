// Which client recorded a file, judged by its beginning.
import { open } from 'node:fs/promises'
import { RECORDING_CLIENTS, type RecordingClient, SESSION_SOURCES } from '../registry.js'

const BEGINNING_BYTES = 65_536

const SIGNS = [...RECORDING_CLIENTS]
  .sort((a, b) => isGeneric(a) - isGeneric(b))
  .map((name) => [name, SESSION_SOURCES[name].signature] as const)

function isGeneric(name: RecordingClient): number {
  return SESSION_SOURCES[name].isSignatureGeneric ? 1 : 0
}

/** `undefined` for an unknown format. Throws if the file cannot be opened. */
export async function clientOfSession(path: string): Promise<RecordingClient | undefined> {
  const file = await open(path, 'r')
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(BEGINNING_BYTES), 0, BEGINNING_BYTES)
    const beginning = buffer.toString('utf8', 0, bytesRead)
    return SIGNS.find(([, sign]) => sign.test(beginning))?.[0]
  } finally {
    await file.close()
  }
}
