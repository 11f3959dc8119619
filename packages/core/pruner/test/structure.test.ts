// What is never cut, and what is shown along with it.
import { describe, expect, it } from 'vitest'
import { keptLines, type PruneRequest, prune } from '../src/index.js'

const lines = (count: number, of: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => of(i))
const body = (count: number, seed: string) =>
  lines(count, (i) => `        self.${seed}_${i} = compute(${i})`)

function keptOf(request: PruneRequest): (string | undefined)[] {
  const result = prune(request)
  return keptLines(result).map((line) => result.lines[line - 1]?.text)
}

const python = [
  '#!/usr/bin/env python3',
  '"""Orders and their ledger."""',
  'import os',
  'from ledger import (',
  '    Ledger,',
  '    Entry,',
  ')',
  '',
  'class Orders:',
  '    def place(self, order):',
  ...body(60, 'a'),
  '',
  '    def cancel(',
  '        self,',
  '        order,',
  '    ):',
  ...body(30, 'b'),
  '        self.refund_customer(order)',
  ...body(30, 'c'),
  '',
  '    def archive(self):',
  ...body(60, 'd'),
].join('\n')

describe('in code', () => {
  const kept = keptOf({
    text: python,
    origin: 'explicit',
    goal: 'where is the customer refunded',
    fileName: 'orders.py',
    mode: 'condense',
  })

  it('keeps the header, the imports over all their lines, and every signature', () => {
    expect(kept).toEqual(
      expect.arrayContaining([
        '#!/usr/bin/env python3',
        'import os',
        'from ledger import (',
        '    Ledger,',
        ')',
        'class Orders:',
        '    def place(self, order):',
        '    def archive(self):',
      ]),
    )
  })

  it('brings the whole signature around a kept line', () => {
    expect(kept).toContain('        self.refund_customer(order)')
    expect(kept).toEqual(expect.arrayContaining(['    def cancel(', '        order,', '    ):']))
  })

  it('under a tight budget drops the signatures that enclose nothing, not those that do', () => {
    const tight = keptOf({
      text: python,
      origin: 'explicit',
      goal: 'where is the customer refunded',
      fileName: 'orders.py',
      budget: { share: 0.06 },
    })
    expect(tight).toEqual(
      expect.arrayContaining([
        'class Orders:',
        '    def cancel(',
        '        self.refund_customer(order)',
      ]),
    )
    expect(tight).not.toContain('    def archive(self):')
  })

  it('leaves no bracket on its own', () => {
    const text = lines(60, (i) =>
      [
        `function f${i}(a) {`,
        `  if (a > ${i}) {`,
        `    g${i}(a, 'value of ${i}', other)`,
        '  }',
        '}',
        '',
      ].join('\n'),
    ).join('\n')
    const result = prune({
      text,
      origin: 'explicit',
      goal: 'g31',
      fileName: 'a.js',
      budget: { share: 0.2 },
    })
    const isKept = new Set(keptLines(result))
    const alone = [...isKept].filter((line) => {
      const isBracket = /^\s*\}$/.test(result.lines[line - 1]?.text ?? '')
      return isBracket && !isKept.has(line - 1) && !isKept.has(line + 1)
    })
    expect(alone).toEqual([])
  })
})

describe('in documents', () => {
  const fence = ['```sh', ...lines(12, (i) => `restore --step ${i} --from backup`), '```']
  const text = [
    '# Manual',
    ...lines(30, (i) => `Sentence ${i} about installing the software on many machines.`),
    '## Backups',
    'How to restore from a backup:',
    ...fence,
    'Setext title',
    '------------',
    ...lines(40, (i) => `Sentence ${i} about the licence, the authors and their history.`),
    '### Colours',
    '```css',
    ...lines(20, (i) => `.class-${i} { margin: ${i}px }`),
    '```',
  ].join('\n')
  const kept = keptOf({
    text,
    origin: 'explicit',
    goal: 'restore a backup',
    fileName: 'manual.md',
    mode: 'condense',
  })

  it('keeps every heading', () => {
    expect(kept).toEqual(
      expect.arrayContaining([
        '# Manual',
        '## Backups',
        'Setext title',
        '------------',
        '### Colours',
      ]),
    )
  })

  it('keeps a fenced block whole or not at all', () => {
    expect(kept).toEqual(expect.arrayContaining(fence))
    expect(kept).not.toContain('```css')
    expect(kept).not.toContain('.class-3 { margin: 3px }')
  })
})

describe('in a diff', () => {
  it('names the file and the hunk of every kept line', () => {
    const hunk = (file: string, word: string) => [
      `diff --git a/${file} b/${file}`,
      `--- a/${file}`,
      `+++ b/${file}`,
      '@@ -1,40 +1,40 @@',
      ...lines(40, (i) => `+const ${word}${i} = load('${word}', ${i})`),
    ]
    const text = [
      ...hunk('a.js', 'colour'),
      ...hunk('b.js', 'shape'),
      ...hunk('c.js', 'tariff'),
    ].join('\n')
    const kept = keptOf({ text, origin: 'explicit', goal: 'tariff', fileName: 'change.diff' })
    expect(kept).toEqual(
      expect.arrayContaining([
        'diff --git a/c.js b/c.js',
        '@@ -1,40 +1,40 @@',
        "+const tariff7 = load('tariff', 7)",
      ]),
    )
    expect(kept).not.toContain("+const colour7 = load('colour', 7)")
  })
})
