import { expect, test } from 'vitest'
import { createPager, Pages } from './stored-answers.js'

const pagesOf = (text: string, maxBytes: number): string[] => {
  const pages = new Pages(text, maxBytes)
  return Array.from({ length: pages.count }, (_, index) => pages.page(index + 1) ?? 'none')
}

test('pages end where a line ends, and together are the text', () => {
  const text = Array.from({ length: 50 }, (_, i) => `line ${i} of them\n`).join('')
  const pages = pagesOf(text, 200)
  expect(pages.length).toBeGreaterThan(4)
  expect(pages.join('')).toBe(text)
  for (const page of pages) {
    expect(page.endsWith('\n')).toBe(true)
    expect(JSON.stringify(page).length).toBeLessThanOrEqual(202)
  }
})

test('a line that is longer than half a page is divided, but no character is', () => {
  const text = `${'🙂'.repeat(100)}\n`
  const pages = pagesOf(text, 101)
  expect(pages.join('')).toBe(text)
  for (const page of pages) expect(page).not.toContain('�')
  expect(pages.every((page) => page.isWellFormed?.() ?? true)).toBe(true)
})

test('there is no page 0, none after the last, and an empty text has one', () => {
  const pages = new Pages('a\nb\n', 100)
  expect([pages.count, pages.page(0), pages.page(1), pages.page(2)]).toEqual([
    1,
    undefined,
    'a\nb\n',
    undefined,
  ])
  expect(new Pages('', 100).page(1)).toBe('')
})

test('a text is divided once for all of its pages', () => {
  const pager = createPager(100)
  const first = pager('a\n'.repeat(100))
  expect(pager('a\n'.repeat(100))).toBe(first)
  expect(pager('b\n'.repeat(100))).not.toBe(first)
})
