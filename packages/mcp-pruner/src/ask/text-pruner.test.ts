import { afterEach, expect, test } from 'vitest'
import { createTextPruner, type TextPruner } from './text-pruner.js'

const pruners: TextPruner[] = []
const open = (workers: number, hereBelowChars: number): TextPruner => {
  const pruner = createTextPruner({ workers, hereBelowChars })
  pruners.push(pruner)
  return pruner
}
afterEach(() => Promise.all(pruners.splice(0).map((pruner) => pruner.close())))

const filler = (name: string) =>
  Array.from({ length: 60 }, (_, i) => `const ${name}${i} = paint("${name}", ${i})`).join('\n')
const text = `${filler('shape')}\n// the session expires after an hour\n${filler('colour')}\n`
const request = {
  text,
  question: 'When does the session expire?',
  origin: 'explicit',
  timeoutMs: 20_000,
} as const

test('a worker started from source returns the same as the calling thread', async () => {
  const here = await open(1, 1_000_000).pruneText(request)
  const lazy = open(1, 0)
  const inWorker = await lazy.pruneText(request)
  expect(lazy.load.alive).toBe(1)
  expect(here.status).toBe('pruned')
  expect(here.text).toContain('// the session expires after an hour\n')
  expect(inWorker).toEqual(here)
})

test('a job whose caller disconnected ends here too', async () => {
  const gone = AbortSignal.abort()
  const { status, warnings } = await open(1, 1_000_000).pruneText(request, gone)
  expect(status).toBe('fallback')
  expect(warnings).toEqual(['timeout'])
})

test('numbers in marks count from the first line', async () => {
  const { text: shown, keptLines } = await open(1, 1_000_000).pruneText({
    ...request,
    firstLine: 501,
  })
  expect(keptLines).toContain(61)
  expect(shown).toMatch(
    /^…5\d\d:\n(?:const shape\d+ .*\n)*\/\/ the session expires after an hour$/m,
  )
})
