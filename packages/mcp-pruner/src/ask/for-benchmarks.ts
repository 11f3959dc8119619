// How benchmarks call an engine: the same request and the same closing line as every entry point.
export { type ClosingOptions, closingLines } from './closing-line.js'
export { askEngine, type EngineQuestion } from './run-engine.js'
