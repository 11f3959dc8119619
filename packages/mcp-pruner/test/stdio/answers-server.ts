// The tree that the suites of answers share.
import { makeTree, removeTree } from '@jeeves/testing'
import { afterAll, beforeAll } from 'vitest'
import { longSource, RawServer } from './raw-server.js'

export const QUESTION = 'How long is the delay between retries?'
export const SOURCE = longSource()
export const ALL = SOURCE.split('\n')
export let root: string
export let cache: string

beforeAll(() => {
  root = makeTree({ 'long.ts': SOURCE, 'short.txt': 'one\ntwo\n' })
  cache = makeTree()
})
afterAll(() => {
  removeTree(root)
  removeTree(cache)
})

/** Stands for the lines cut before the line it names, or up to the end. */
export const MARKER = /^…(?:(\d+):|end)$/

/** The cuts in what is shown of a text with a final newline, as first and last line; `first` is the number of its first line. */
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

export async function withServer(
  env: Record<string, string>,
  client: string,
  run: (server: RawServer) => Promise<void>,
): Promise<void> {
  const server = new RawServer(root, { ...EMBEDDED, ...env })
  try {
    await server.initialize(client)
    await run(server)
  } finally {
    await server.end()
  }
}
