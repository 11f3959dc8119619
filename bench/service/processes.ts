// The bare server of a comparison, and a process that keeps a service busy.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { firstLine, type Service, start, startService } from '../lib/processes.js'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export const startBare = (): Promise<Service> => startService({}, [at('bare-server.mjs')])

/** Keeps `clients` busy with `bodies`; `stop` says how many were answered. */
export async function startLargeLoad(url: string, clients: number, bodies: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-service-'))
  const file = join(folder, 'bodies.jsonl')
  await writeFile(file, bodies.join('\n'))
  const load = [at('large-load.mjs'), url, String(clients), file]
  const child = start(load, {}, { stdio: ['ignore', 'pipe', 'inherit'] })
  return {
    async stop(): Promise<number> {
      const answered = firstLine(child)
      child.kill('SIGTERM')
      const count = await answered
      await rm(folder, { recursive: true, force: true })
      return Number(count)
    },
  }
}
