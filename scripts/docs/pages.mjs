// The documents as pages: which exist, where each goes, and the search index. Nothing is written here.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Marked } from 'marked'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SOURCE_URL = 'https://github.com/jeeves/mcp-pruner/blob/main/'

const docs = readdirSync(join(ROOT, 'docs'))
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .map((name) => `docs/${name}`)

/** By path in the repository: the file of the site. */
const FILES = new Map([
  ['README.md', 'index.html'],
  ['docs/README.md', 'documents.html'],
  ...docs.map((path) => [path, `${posix.basename(path, '.md')}.html`]),
  ['bench/README.md', 'benchmarks.html'],
  ['SECURITY.md', 'security.html'],
  ['CONTRIBUTING.md', 'contributing.html'],
  ['CHANGELOG.md', 'changelog.html'],
])

/** As GitHub makes them, so that links within the documents work. */
export const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

const plain = (html) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(lt|gt|amp|quot|#39);/g, (_, name) => ({ lt: '<', gt: '>', amp: '&' })[name] ?? '"')
    .replace(/\s+/g, ' ')
    .trim()

/** Where a link of `from` leads on the site; anything but a page leads to the repository. */
export function targetOf(from, href) {
  if (/^[a-z]+:|^#/i.test(href)) return href
  const [path, anchor] = href.split('#')
  const place = posix.normalize(posix.join(dirname(from), path)).replace(/\/$/, '')
  const page = FILES.get(place) ?? FILES.get(`${place}/README.md`)
  const to = page ?? (place.endsWith('.svg') ? posix.basename(place) : SOURCE_URL + place)
  return anchor === undefined ? to : `${to}#${anchor}`
}

export function readPages() {
  return [...FILES].map(([path, file]) => {
    const sections = []
    const marked = new Marked({
      renderer: {
        heading({ tokens, depth }) {
          const text = this.parser.parseInline(tokens)
          const id = anchorOf(plain(text))
          sections.push({ id, title: plain(text), text: '' })
          return `<h${depth} id="${id}">${text}</h${depth}>\n`
        },
        link({ href, tokens }) {
          return `<a href="${targetOf(path, href)}">${this.parser.parseInline(tokens)}</a>`
        },
        table(token) {
          const cells = (row, tag) =>
            `<tr>${row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`
          const body = token.rows.map((row) => cells(row, 'td')).join('')
          return `<div class="wide" tabindex="0"><table><thead>${cells(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`
        },
      },
    })
    const text = readFileSync(join(ROOT, path), 'utf8').replace(/<!--[\s\S]*?-->/g, '')
    const html = marked
      .parse(text)
      .replace(
        /(src|srcset)="([^":]+\.svg)"/g,
        (_, name, href) => `${name}="${targetOf(path, href)}"`,
      )
    const parts = html.split(/(?=<h[1-6] id=)/)
    for (const part of parts) {
      const id = /^<h[1-6] id="([^"]*)"/.exec(part)?.[1]
      const section = sections.find((one) => one.id === id && one.text === '')
      if (section) section.text = plain(part).slice(section.title.length).trim()
    }
    return { path, file, title: sections[0]?.title ?? path, html, sections }
  })
}
