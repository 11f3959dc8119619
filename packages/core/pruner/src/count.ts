// Token counting, separate from the rest: callers that only count need not load the engine.
export { countLines } from './text/lines.js'
export { estimateTokens, sampleTokens } from './tokens/estimate.js'
