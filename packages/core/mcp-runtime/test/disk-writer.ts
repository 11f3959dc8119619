// A separate process on a shared artifact folder, for the tests that need several:
// `disk-writer FOLDER COMMAND…`, one JSON line of result.
import { randomBytes } from 'node:crypto'
import { diskStore } from '../src/artifacts/disk-store.js'

const [folder = '', command = '', ...rest] = process.argv.slice(2)
const store = diskStore({ folder, maxBytes: 1_000_000 })
const key = (id: string) => ({ domain: 'prune', id })

async function run(): Promise<unknown> {
  if (command === 'put') {
    try {
      await store.put(key(rest[0] ?? ''), randomBytes(8000).toString('base64'))
      return 'stored'
    } catch (error) {
      return error instanceof Error ? `${error.name}: ${error.message}` : error
    }
  }
  // churn: write, read and delete shared keys; every read is the whole value or a miss.
  let torn = 0
  for (let i = 0; i < Number(rest[0]); i++) {
    const id = `k${i % 7}`
    const value = `${id}:${String(i).repeat(2000)}`
    await store.put(key(id), value)
    const read = await store.get(key(`k${(i * 3) % 7}`))
    if (read !== undefined && !/^k\d:(\d+)$/.test(read)) torn++
    if (i % 10 === 0) await store.delete(key(id))
  }
  await store.close()
  return { torn, bytes: (await store.usage()).bytes }
}

process.stdout.write(`${JSON.stringify(await run())}\n`)
