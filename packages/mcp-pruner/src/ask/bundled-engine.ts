// The engine of the published command's servers and workers, in place of run-engine.ts. It runs the script of
// `prune` with its cached compiled code; compiling would take half of the first answer's time.
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
