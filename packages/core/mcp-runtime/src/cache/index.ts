export { CacheError, type CacheErrorCode, type CacheErrorData } from './errors.js'
export { type CacheDependencies, MCPCache } from './lru-cache.js'
export { estimateSize } from './size-estimator.js'
