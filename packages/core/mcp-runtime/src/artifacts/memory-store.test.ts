import { memoryStore } from './memory-store.js'
import { storeSuite } from './store.case.js'

let now = 1_000_000

storeSuite('memory', {
  open: async (options) => memoryStore({ ...options, now: () => now }),
  pass: async (ms) => {
    now += ms
  },
})
