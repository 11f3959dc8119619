// A separate process that writes to a shared ledger: `ledger-writer CACHE_FOLDER SESSION COUNT`. It prints each
// number once its line is written, so that a test that kills it knows what must be there.
import { writeSync } from 'node:fs'
import { openLedger } from './ledger.js'

const [cacheFolder = '', session = '', count = '0'] = process.argv.slice(2)
const ledger = openLedger({ cacheFolder, isOn: true, holdout: 0 }, () => {})
const caller = { entryPoint: 'stdio', session, client: 'test', project: '/p' } as const
for (let i = 1; i <= Number(count); i++) {
  ledger.called(caller, { tool: 'read', raw: 10, shown: 3, question: 1 })
  sayNow(`${i}\n`)
}

/** Synchronously, except for a slow reader, whose pipe may be full for a moment. */
function sayNow(text: string): void {
  for (;;) {
    try {
      writeSync(1, text)
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
    }
  }
}
