// The engine in servers and workers of the published command, in the place of run-engine.ts: the script of `prune`, run
// with the code that was compiled for it before. Without that, half of the time of the first answer is compiling.
import { createRequire } from 'node:module'
import { runScript } from '../process/code-cache.js'
import { keepCompiled } from '../process/keep-compiled.js'
import type * as Engine from './run-engine.js'

const script = runScript('engine', import.meta.url, createRequire(import.meta.url))
const engine = script.exports as typeof Engine

export const { askEngine, evidenceLines, loadEngine } = engine

export const runEngine: typeof Engine.runEngine = (...args) => {
  keepSoon()
  return engine.runEngine(...args)
}

/** When the first answers have been given: writing takes as long as one of them. */
const KEEP_AFTER_MS = 1000
let isKept = false

function keepSoon(): void {
  if (isKept) return
  isKept = true
  setTimeout(() => keepCompiled(script.compiled), KEEP_AFTER_MS).unref()
}
