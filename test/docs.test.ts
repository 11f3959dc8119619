// The documents: every link leads somewhere, every page is in the index, every setting is on its page.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { anchorsOf, linksOf, resolveLink } from './lib/markdown.js'
import { ROOT, readFiles } from './lib/workspace.js'

const pages = readFiles('.md')
const sources = readFiles('.ts')

describe('links', () => {
  test.each([...pages.keys()])('of %s lead to a file, and to a heading in it', (page) => {
    const dead = linksOf(pages.get(page) ?? '').flatMap(({ target }) => {
      const place = resolveLink(page, target)
      if (place === undefined) return []
      if (!existsSync(join(ROOT, place.path))) return [target]
      const text = pages.get(place.path)
      if (place.anchor === undefined || text === undefined) return []
      return anchorsOf(text).has(place.anchor) ? [] : [target]
    })
    expect(dead).toEqual([])
  })

  test('the check can fail', () => {
    expect(linksOf('see [a](b.md#c) and `[x](y)`')).toEqual([{ text: 'a', target: 'b.md#c' }])
    expect(anchorsOf('## What it costs, `really`')).toEqual(new Set(['what-it-costs-really']))
    expect(resolveLink('docs/a.md', '../b.md#c')).toEqual({ path: 'b.md', anchor: 'c' })
    expect(resolveLink('docs/a.md', 'https://example.com')).toBeUndefined()
  })
})

test('every page of docs is in its index', () => {
  const index = new Set(linksOf(pages.get('docs/README.md') ?? '').map(({ target }) => target))
  const others = [...pages.keys()].filter((page) => /^docs\/[^/]+\.md$/.test(page))
  const missing = others
    .map((page) => page.slice('docs/'.length))
    .filter((name) => name !== 'README.md' && !index.has(name))
  expect(missing).toEqual([])
})

test('every setting that the sources read is on the settings page, and no other', () => {
  const names = (text: string) =>
    text.match(/\b(?:MCP_PRUNER|PRUNER|JEEVES)_[A-Z][A-Z0-9_]*\b/g) ?? []
  const code = [...sources].filter(
    ([file]) => /^packages\/(mcp-pruner|runner)\/src\//.test(file) && !file.endsWith('.test.ts'),
  )
  const read = new Set(
    code.flatMap(([, text]) => names(text)).filter((name) => name !== 'PRUNER_SERVER'),
  )
  const told = new Set(names(pages.get('docs/settings.md') ?? ''))
  expect([...read].filter((name) => !told.has(name))).toEqual([])
  expect([...told].filter((name) => !read.has(name))).toEqual([])
})
