// pnpm bench:runtime
import { benchCache } from './cache.js'
import { benchHeap } from './heap.js'
import { benchShaping } from './shaping.js'
import { benchValidation } from './validation.js'

console.log('## Cache, 10,000 entries\n')
await benchCache()
console.log('\n## Shaping\n')
await benchShaping()
console.log('\n## Validation\n')
await benchValidation()
console.log('\n## Heap over 1,000,000 operations at a bound of 100 MB\n')
benchHeap()
