// Counting, apart from the rest: whoever only counts need not load the engine.
export { countLines } from './text/lines.js'
export { estimateTokens, sampleTokens } from './tokens/estimate.js'
