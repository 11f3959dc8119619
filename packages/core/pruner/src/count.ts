// Token counting, separate from the rest: callers that only count need not load the engine.
export { isLeftAlone } from './select/left-alone.js'
export { withoutInvisible } from './text/invisible.js'
export { countLines } from './text/lines.js'
export { estimateTokens, sampleTokens } from './tokens/estimate.js'
