// The documents as pages: each is there, its links lead to pages and headings that exist, and the search finds.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './lib/workspace.js'

const OUT = join(ROOT, 'build/docs')
const page = (name: string) => readFileSync(join(OUT, name), 'utf8')

test('pnpm docs:build makes a page of every document, with valid links, and a search index', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  expect(scripts['docs:build']).toBe('node scripts/docs/build.mjs')
  execFileSync(process.execPath, ['scripts/docs/build.mjs'], { cwd: ROOT })
  const files = [...page('index.html').matchAll(/<li><a href="([^"]+)"/g)].map(([, file]) => file!)
  expect(files).toEqual(expect.arrayContaining(['index.html', 'install.html', 'changelog.html']))
  const dead = files.flatMap((file) =>
    [...page(file).matchAll(/(?:href|src|srcset)="([^"]+)"/g)].flatMap(([, target = '']) => {
      if (/^https?:/.test(target)) return []
      const [name = '', anchor] = target.split('#')
      const to = name === '' ? file : name
      if (!existsSync(join(OUT, to))) return [`${file}: ${target}`]
      if (anchor === undefined) return []
      return page(to).includes(`id="${anchor}"`) ? [] : [`${file}: ${target}`]
    }),
  )
  expect(dead).toEqual([])
  const index = JSON.parse(
    page('search-index.js').slice('var SEARCH_INDEX = '.length),
  ) as string[][]
  expect(index.some(([href, , , text]) => href === 'shell.html#at-the-prompt' && text !== '')).toBe(
    true,
  )
  // It asks nothing of any other place.
  for (const file of files) expect(page(file)).not.toMatch(/<(?:script|link|img)[^>]*="https?:/)
})
