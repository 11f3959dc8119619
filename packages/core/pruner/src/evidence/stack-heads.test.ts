// The first line is the same in every stack, and still belongs to its own.
import { describe, expect, it } from 'vitest'
import { keptLines, prune } from '../index.js'

const served = (i: number) =>
  Array.from(
    { length: 20 },
    (_, k) => `2026-11-16 10:00:${10 + k} INFO request ${i * 20 + k} served`,
  )

function keptOf(stack: (i: number) => string[], count: number): string[] {
  const text = Array.from({ length: count }, (_, i) => [...served(i), ...stack(i)]).flat()
  const result = prune({
    text: text.join('\n'),
    origin: 'explicit',
    goal: 'What goes wrong?',
    sourceType: 'logs',
  })
  return keptLines(result).map((line) => result.lines[line - 1]!.text)
}

describe('the head of a stack', () => {
  const python = (exception: string) => [
    'Traceback (most recent call last):',
    '  File "/app/run.py", line 3, in run',
    '    step()',
    exception,
  ]
  const rust = (file: string) => [
    `thread 'main' panicked at src/step.rs:4:5:`,
    `no ledger called ${file}`,
    'note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace',
  ]
  const anyhow = (file: string) => ['Error: cannot start', '', 'Caused by:', `    no ${file}`]

  it.each([
    ['Python', (i: number) => python(`LedgerError: order ${i} is closed`), 'Traceback'],
    ['Rust', (i: number) => rust(`book-${i}`), 'panicked at'],
    ['a chain of causes', (i: number) => anyhow(`book-${i}`), 'Caused by:'],
  ])('of %s stays with each stack that ends differently', (_, stack, head) => {
    expect(keptOf(stack, 12).filter((line) => line.includes(head))).toHaveLength(12)
  })

  it('is folded with stacks that are the same to the last line', () => {
    const kept = keptOf(() => python('LedgerError: the ledger is closed'), 12)
    expect(kept.filter((line) => line.startsWith('Traceback'))).toHaveLength(2)
  })
})
