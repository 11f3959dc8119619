// pnpm bench:runtime
import { benchCache } from './cache.js'

console.log('## Cache\n')
await benchCache()
