// The server shared by the contract's suites, and their notes about the rows they cover.
import { makeTree, removeTree } from '@jeeves/testing'
import { afterAll, beforeAll } from 'vitest'
import { longSource, RawServer } from './raw-server.js'
import type { Row } from './rows.js'
import { json, type StandIn, startStandIn } from './stand-in-pruner.js'

/** For the title of a test that shows these rows. */
export const shows = (rows: readonly Row[]): string => `[${rows.join('; ')}]`

export const QUESTION = 'How long is the delay between retries?'
export const SOURCE = longSource()

export let root: string
export let server: RawServer
export let standIn: StandIn

/** Each suite calls it once: files that run in one process share this module, but not their hooks. */
export function shareContractServer(): void {
  beforeAll(async () => {
    root = makeTree({
      'a.txt': 'one\ntwo\n',
      'long.ts': SOURCE,
      'empty.txt': '',
      'sub/b.txt': 'alpha\nbeta\n',
    })
    standIn = await startStandIn(json({ pruned_code: 'only this line' }))
    server = new RawServer(root, { PRUNER_URL: standIn.url })
    await server.initialize()
  })

  afterAll(async () => {
    await server.end()
    await standIn.close()
    removeTree(root)
  })
}

/** A server of its own, for what needs other settings. */
export async function withServer(
  env: Record<string, string>,
  run: (own: RawServer) => Promise<void>,
): Promise<void> {
  const own = new RawServer(root, env)
  try {
    await own.initialize()
    await run(own)
  } finally {
    await own.end()
  }
}

export const RAW = { attempted: false, applied: false, fallback: false }
