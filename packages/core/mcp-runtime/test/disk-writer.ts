// A separate process that uses the disk store, for tests with several of them.
// Usage: disk-writer.ts FOLDER put ID | churn ROUNDS | fill MAXBYTES SEED | endless MAXBYTES SEED
import { randomBytes } from 'node:crypto'
import { diskStore } from '../src/artifacts/disk-store.js'

const [folder = '', command = '', ...rest] = process.argv.slice(2)
const hasBound = command === 'fill' || command === 'endless'
const store = diskStore({ folder, maxBytes: hasBound ? Number(rest[0]) : 1_000_000 })
const key = (id: string) => ({ domain: 'prune', id })

async function put(id: string): Promise<unknown> {
  try {
    await store.put(key(id), randomBytes(8000).toString('base64'))
    return 'stored'
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : error
  }
}

/** Writes, reads and deletes shared keys; every read is the whole value or a miss. */
async function churn(rounds: number): Promise<unknown> {
  let torn = 0
  for (let i = 0; i < rounds; i++) {
    const id = `k${i % 7}`
    await store.put(key(id), `${id}:${String(i).repeat(2000)}`)
    const read = await store.get(key(`k${(i * 3) % 7}`))
    if (read !== undefined && !/^k\d:(\d+)$/.test(read)) torn++
    if (i % 10 === 0) await store.delete(key(id))
  }
  await store.close()
  return { torn, bytes: (await store.usage()).bytes }
}

/** Far more than the bound holds. */
async function fill(seed: string): Promise<unknown> {
  for (let i = 0; i < 60; i++) await store.put(key(`${seed}-${i}`), noise(30_000))
  await store.close()
  return 'filled'
}

/** Puts, evicts and renews until it is killed, and prints which puts were acknowledged. */
async function endless(seed: string): Promise<never> {
  for (let i = 0; ; i++) {
    await store.put(key(`${seed}-${i}`), `${seed}-${i}:${noise(3_000)}`)
    process.stdout.write(`${seed}-${i}\n`)
    await store.get(key(`pinned${i % 10}`))
  }
}

const noise = (bytes: number): string => randomBytes(bytes / 2).toString('hex')

const commands: Readonly<Record<string, () => Promise<unknown>>> = {
  put: () => put(rest[0] ?? ''),
  churn: () => churn(Number(rest[0])),
  fill: () => fill(rest[1] ?? ''),
  endless: () => endless(rest[1] ?? ''),
}

process.stdout.write(`${JSON.stringify(await commands[command]?.())}\n`)
