// The tree that the suites of answers share.
import { makeTree, removeTree } from '@jeeves/testing'
import { afterAll, beforeAll } from 'vitest'
import { longSource, RawServer } from './raw-server.js'

export const QUESTION = 'How long is the delay between retries?'
export const SOURCE = longSource()
export const ALL = SOURCE.split('\n')
export let root: string
export let cache: string

/** Each suite calls it once: files that run in one process share this module, but not their hooks. */
export function shareAnswersTree(): void {
  beforeAll(() => {
    root = makeTree({ 'long.ts': SOURCE, 'short.txt': 'one\ntwo\n' })
    cache = makeTree()
  })
  afterAll(async () => {
    for (const server of shared.values()) await (await server).end()
    shared.clear()
    removeTree(root)
    removeTree(cache)
  })
}

/** Stands for the lines cut before the line it names, or up to the end. */
export const MARKER = /^…(?:(\d+):|end)$/

/** The cuts in the answer for a text with a final newline, as first and last line; `first` is the number of its first line. */
export function cutsIn(shown: string, first = 1): [number, number][] {
  const cuts: [number, number][] = []
  let next = first
  for (const line of shown.split('\n')) {
    const mark = MARKER.exec(line)
    if (mark === null) next += 1
    else {
      const after = mark[1] === undefined ? ALL.length : Number(mark[1])
      cuts.push([next, after - 1])
      next = after
    }
  }
  return cuts
}
export const PRUNED_READ = { file_path: 'long.ts', context_focus_question: QUESTION }

/** An embedded engine, whatever listens on this machine's port 8000. */
export const EMBEDDED = { PRUNER_URL: 'http://127.0.0.1:9/prune', PRUNER_FALLBACK: 'embedded' }

/** With the default settings, by the name of their client. */
const shared = new Map<string, Promise<RawServer>>()

async function startServer(env: Record<string, string>, client: string): Promise<RawServer> {
  const server = new RawServer(root, { ...EMBEDDED, ...env })
  await server.initialize(client)
  return server
}

/** A server of its own for what needs other settings, and one for all that need none. */
export async function withServer(
  env: Record<string, string>,
  client: string,
  run: (server: RawServer) => Promise<void>,
): Promise<void> {
  if (Object.keys(env).length === 0) {
    const server = shared.get(client) ?? startServer(env, client)
    shared.set(client, server)
    return run(await server)
  }
  const server = await startServer(env, client)
  try {
    await run(server)
  } finally {
    await server.end()
  }
}
