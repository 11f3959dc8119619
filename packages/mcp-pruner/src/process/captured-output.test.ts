import { EventEmitter, once } from 'node:events'
import { writeSync } from 'node:fs'
import { PassThrough } from 'node:stream'
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
      // The command prints its last lines and ends while this first chunk is processed.
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

test('output that a busy process had no time to read is not mistaken for silence', async () => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const got: Buffer[] = []
  const capture = await captureOutput('pipes', {
    onStdout: (chunk) => got.push(chunk),
    onStderr: () => {},
    onTooMuch: () => {},
  })
  capture.begin({ stdout, stderr } as never)
  const ended = capture.end(() => false)
  // The output is read when the event loop gets to it, after all timers that are due.
  setTimeout(() =>
    setImmediate(() => {
      stdout.end('found\n')
      stderr.end()
    }),
  )
  const start = performance.now()
  while (performance.now() - start < 250);
  await ended
  expect(Buffer.concat(got).toString()).toBe('found\n')
})
