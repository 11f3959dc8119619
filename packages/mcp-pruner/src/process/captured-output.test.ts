import { EventEmitter, once } from 'node:events'
import { writeSync } from 'node:fs'
import { expect, test } from 'vitest'
import { captureOutput } from './captured-output.js'

test('what a command prints while the last look is under way is read to its end', async () => {
  const rest = Buffer.alloc(5 * 1024 * 1024, 'x')
  const got: Buffer[] = []
  const ended = new EventEmitter()
  let isEnding = false
  const capture = await captureOutput('files', {
    onStdout: (chunk) => {
      got.push(chunk)
      if (isEnding) return
      isEnding = true
      // The command prints its last lines and ends while this first chunk is handed over.
      writeSync(stdout, rest)
      writeSync(stdout, 'last\n')
      void capture.end(() => false).then(() => ended.emit('end'))
    },
    onStderr: () => {},
    onTooMuch: () => {},
  })
  const stdout = capture.stdio[0] as number
  writeSync(stdout, 'first\n')
  capture.begin({} as never)
  await once(ended, 'end')
  const text = Buffer.concat(got).toString()
  expect(text).toHaveLength('first\n'.length + rest.length + 'last\n'.length)
  expect(text.endsWith('last\n')).toBe(true)
})
