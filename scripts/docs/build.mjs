// pnpm docs:build: the documents as a site of plain pages with search, in build/docs. Open index.html, or put the folder
// on any server: it asks nothing of any other place.
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROOT, readPages } from './pages.mjs'

const OUT = join(ROOT, 'build/docs')
const pages = readPages()

const layout = ({ file, title, html }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === 'mcp-pruner' ? title : `${title} · mcp-pruner`}</title>
<link rel="stylesheet" href="site.css">
<script src="search-index.js" defer></script>
<script src="search.js" defer></script>
</head>
<body>
<header><a class="name" href="index.html">mcp-pruner</a>
<label><span>Search</span><input id="search" type="search" autocomplete="off"></label></header>
<div class="columns">
<nav aria-label="Documents"><ul>${pages
  .map(
    (page) =>
      `<li><a href="${page.file}"${page.file === file ? ' aria-current="page"' : ''}>${page.title}</a></li>`,
  )
  .join('')}</ul></nav>
<main><ol id="found" hidden></ol><article>${html}</article></main>
</div>
</body>
</html>
`

rmSync(OUT, { recursive: true, force: true })
mkdirSync(OUT, { recursive: true })
for (const page of pages) writeFileSync(join(OUT, page.file), layout(page))
for (const name of readdirSync(join(ROOT, 'docs'))) {
  if (name.endsWith('.svg')) copyFileSync(join(ROOT, 'docs', name), join(OUT, name))
}
for (const name of ['site.css', 'search.js']) {
  copyFileSync(fileURLToPath(new URL(name, import.meta.url)), join(OUT, name))
}
const index = pages.flatMap(({ file, title, sections }) =>
  sections.map(({ id, title: heading, text }) => [`${file}#${id}`, title, heading, text]),
)
writeFileSync(join(OUT, 'search-index.js'), `var SEARCH_INDEX = ${JSON.stringify(index)}\n`)
console.log(`build/docs: ${pages.length} pages, ${index.length} sections to search`)
