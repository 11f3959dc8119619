// The entry point of the thread that prunes large texts.
import { parentPort } from 'node:worker_threads'
import { pruneEmbedded } from './embedded.js'
import type { EngineInput } from './engine.js'

const port = parentPort
if (!port) throw new Error('this file is the entry point of a worker thread')

port.on('message', ({ id, input }: { readonly id: number; readonly input: EngineInput }) => {
  port.postMessage({ id, result: pruneEmbedded(input) })
})
