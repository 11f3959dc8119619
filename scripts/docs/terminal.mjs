// pnpm docs:terminal [FILE]: runs commands and writes their terminal output as docs/terminal.svg. Every line is drawn
// as wide as its characters are many, so that it looks the same in any font.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const ENTRY = at('packages/mcp-pruner/dist/index.js')
const COLUMNS = 100
const CELL = { width: 8.4, height: 18 }
const EDGE = 16

const SESSION = [
  ['wc -lw src/settings/settings.ts', 'packages/mcp-pruner'],
  [
    'mcp-pruner prune "What happens when MCP_PRUNER_CWD is not a folder?" src/settings/settings.ts',
    'packages/mcp-pruner',
  ],
]

const COLOURS = {
  1: 'bold',
  2: 'dim',
  31: 'red',
  32: 'green',
  33: 'yellow',
  34: 'blue',
  36: 'cyan',
}
// oxlint-disable-next-line no-control-regex -- what a terminal is sent
const ESCAPE = /\u001b\[([\d;]*)m/

const safe = (text) => text.replace(/[&<>]/g, (one) => `&#${one.charCodeAt(0)};`)

/** Pieces of a line, each with its class. */
function piecesOf(line) {
  const pieces = []
  let style = ''
  const [first, ...rest] = line.split(ESCAPE)
  if (first !== '') pieces.push([style, first])
  for (let i = 0; i < rest.length; i += 2) {
    const codes = rest[i].split(';')
    style = codes.map((code) => COLOURS[code]).find((name) => name !== undefined) ?? ''
    if (rest[i + 1] !== '') pieces.push([style, rest[i + 1]])
  }
  return pieces
}

function run(command, folder, home) {
  const { stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd: at(folder),
    encoding: 'utf8',
    env: {
      PATH: `${home}:${process.env.PATH}`,
      HOME: home,
      FORCE_COLOR: '1',
      COLUMNS: '100',
      // On a busy machine a store may be slow.
      MCP_PRUNER_STORE_WAIT_MS: '60000',
    },
  })
  return `${stdout}${stderr}`.replaceAll(at(''), '~/mcp-pruner/').trimEnd().split('\n')
}

const home = mkdtempSync(join(tmpdir(), 'terminal-'))
const shown = []
try {
  writeFileSync(
    join(home, 'mcp-pruner'),
    `#!/bin/sh\nexec '${process.execPath}' '${ENTRY}' "$@"\n`,
    {
      mode: 0o755,
    },
  )
  for (const [command, folder] of SESSION) {
    if (shown.length > 0) shown.push([])
    shown.push([
      ['green', '$ '],
      ['bold', command],
    ])
    shown.push(...run(command, folder, home).map((line) => piecesOf(line)))
  }
} finally {
  rmSync(home, { recursive: true, force: true })
}

const rows = shown.map((pieces, row) => {
  let column = 0
  const y = EDGE + 30 + row * CELL.height
  return pieces
    .map(([style, text]) => {
      const cut = text.replaceAll('\t', '  ').slice(0, Math.max(0, COLUMNS - column))
      const x = EDGE + column * CELL.width
      column += cut.length
      if (cut.trim() === '') return ''
      const width = (cut.length * CELL.width).toFixed(1)
      const of = style === '' ? '' : ` class="${style}"`
      return `<text x="${x.toFixed(1)}" y="${y}" textLength="${width}" lengthAdjust="spacingAndGlyphs" xml:space="preserve"${of}>${safe(cut)}</text>`
    })
    .join('')
})
// The closing line says how many lines there are, and how many were cut.
const plain = shown.map((pieces) => pieces.map(([, text]) => text).join('')).join('\n')
const [, cut, all] = /\[(\d+) of (\d+) lines cut/.exec(plain)
const label = `A terminal: a file of ${all} lines is asked a question, and ${all - cut} of them answer it`
const file = process.argv[2] ?? at('docs/terminal.svg')
const width = 2 * EDGE + COLUMNS * CELL.width
const height = 2 * EDGE + 24 + shown.length * CELL.height
writeFileSync(
  file,
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
<style>text{font:14px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#d8dee4}.bold{font-weight:700;fill:#fff}.dim{fill:#9aa4ae}.red{fill:#ff8f85}.green{fill:#7bd69a}.yellow{fill:#e8c46b}.blue{fill:#77b7ee}.cyan{fill:#7ed3d8}</style>
<rect width="${width}" height="${height}" rx="8" fill="#16191d"/>
<circle cx="20" cy="18" r="5" fill="#ff8f85"/><circle cx="38" cy="18" r="5" fill="#e8c46b"/><circle cx="56" cy="18" r="5" fill="#7bd69a"/>
${rows.join('\n')}
</svg>
`,
)
console.log(`${file}: ${shown.length} lines`)
