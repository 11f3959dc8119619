// Bundles the command. One file loads several times faster than a tree of modules, and a client waits
// for the server's first answer; what only some commands need stays in chunks of its own.
import { createHash } from 'node:crypto'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { chmod, copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { stemmedLists } from './stemmed-lists.mjs'
import { thirdPartyLicences } from './third-party-licences.mjs'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

const DIST = at('packages/mcp-pruner/dist')
/** Built apart and swapped at the end: a command that starts during a build, or after a failed one, finds a whole one. */
const WORK = at(`packages/mcp-pruner/build/bundle-${process.pid}`)
const NEXT = `${WORK}/dist`
const inNext = (path) => `${NEXT}/${path}`
process.on('exit', () => rmSync(WORK, { recursive: true, force: true }))

const { version } = JSON.parse(await readFile(at('packages/mcp-pruner/package.json'), 'utf8'))

const common = {
  metafile: true,
  absWorkingDir: at(''),
  define: { BUNDLED_VERSION: JSON.stringify(version) },
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  conditions: ['@jeeves/source'],
  // Resolves its binary from its own place, and not every platform has one.
  external: ['@vscode/ripgrep'],
  alias: {
    // Its main file requires its parts in a way that cannot be followed.
    'jsonc-parser': at('packages/mcp-pruner/node_modules/jsonc-parser/lib/esm/main.js'),
    '@modelcontextprotocol/server/_shims': at('packages/mcp-pruner/src/rpc/sdk-shims.ts'),
  },
  legalComments: 'none',
  logLevel: 'warning',
  // CommonJS packages inside the bundle still call require().
  banner: {
    js: "#!/usr/bin/env node\nimport { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);",
  },
}

/** Imports that stay imports: files of another build next to the importing one. */
const apart = (importers, names) => ({
  name: 'apart',
  setup(bundler) {
    bundler.onResolve({ filter: new RegExp(`/(${names})\\.js$`) }, ({ importer, path }) =>
      importer.endsWith(importers)
        ? { path: `./${path.split('/').at(-1)}`, external: true }
        : undefined,
    )
  },
})

/** `prune` as src/cli/bundled-prune.ts runs it, without the modules of the other commands. */
const bundledPrune = {
  name: 'bundled-prune',
  setup(bundler) {
    bundler.onResolve({ filter: /\/prune\.js$/ }, ({ importer }) =>
      /mcp-pruner\/src\/(?:index|cli\/commands)\.ts$/.test(importer)
        ? { path: at('packages/mcp-pruner/src/cli/bundled-prune.ts') }
        : undefined,
    )
  },
}

/** The engine as src/ask/bundled-engine.ts runs it. */
const bundledEngine = {
  name: 'bundled-engine',
  setup(bundler) {
    bundler.onResolve({ filter: /\/run-engine\.js$/ }, () => ({
      path: at('packages/mcp-pruner/src/ask/bundled-engine.ts'),
    }))
  },
}

/** A function that takes `module`, `require` and its own address. */
const script = (name, entry, external = []) =>
  build({
    ...common,
    define: { ...common.define, 'import.meta.url': '__url' },
    entryPoints: { [name]: at(`packages/mcp-pruner/src/${entry}`) },
    outdir: NEXT,
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    // Scripts with cached code cannot import.
    supported: { 'dynamic-import': false },
    banner: { js: '(function (module, require, __url) {' },
    footer: { js: '})' },
    minify: true,
    plugins: [stemmedLists, ...external.map((path) => apart('', path))],
  })

// A prompt waits for `prune`, whose work is short.
const scripts = [
  await script('prune', 'cli/prune-script.ts', ['run-engine']),
  await script('engine', 'ask/run-engine.ts'),
]
/** src/process/code-cache.ts reads the scripts byte by byte: the bundler leaves other characters in patterns. */
const inAscii = (code) =>
  code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
// src/process/code-cache.ts tells by it whether compiled code is of this script.
for (const name of ['prune', 'engine']) {
  const code = inAscii(await readFile(inNext(`${name}.cjs`), 'utf8'))
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 16)
  await writeFile(inNext(`${name}.cjs`), `/*${hash}*/${code}`)
}

// The first file of every start, in one piece.
await build({
  ...common,
  entryPoints: { index: at('packages/mcp-pruner/src/index.ts') },
  outdir: NEXT,
  minifySyntax: true,
  plugins: [bundledPrune, apart('src/index.ts', 'main')],
})
const { metafile } = await build({
  ...common,
  entryPoints: {
    main: at('packages/mcp-pruner/src/cli/main.ts'),
    'man-page': at('packages/mcp-pruner/src/cli/man-page.ts'),
    'native-ask': at('packages/mcp-pruner/src/native/ask-server.ts'),
    'native-hook': at('packages/mcp-pruner/src/native/hook-program.ts'),
    'prune-worker': at('packages/mcp-pruner/src/ask/prune-worker.ts'),
    'replay-worker': at('packages/mcp-pruner/src/report/replay/replay-worker.ts'),
    'schema-worker': at('packages/mcp-pruner/src/gateway/shrink/schema/schema-worker.ts'),
  },
  outdir: NEXT,
  splitting: true,
  minifySyntax: true,
  plugins: [stemmedLists, bundledPrune, bundledEngine],
})
// The page for browsers: two files that ask nothing of any other place.
const page = await build({
  metafile: true,
  absWorkingDir: at(''),
  entryPoints: [
    { in: at('packages/mcp-pruner/src/report/page/browser/main.tsx'), out: 'page' },
    { in: at('packages/mcp-pruner/src/report/page/browser/page.css'), out: 'page' },
  ],
  outdir: inNext('page'),
  bundle: true,
  format: 'esm',
  target: ['chrome109', 'firefox115', 'safari16'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
})
await copyFile(
  at('packages/mcp-pruner/src/report/page/browser/index.html'),
  inNext('page/index.html'),
)
await copyFile(at('packages/core/pruner/weights/line-scorer.bin'), inNext('line-scorer.bin'))
await writeFile(
  inNext('THIRD-PARTY-LICENSES'),
  await thirdPartyLicences(
    [metafile, page.metafile, ...scripts.map((built) => built.metafile)].flatMap(({ inputs }) =>
      Object.keys(inputs),
    ),
    at(''),
  ),
)
await chmod(inNext('index.js'), 0o755)
const { manPage } = await import(pathToFileURL(inNext('man-page.js')))
await writeFile(inNext('mcp-pruner.1'), await manPage())
await rm(inNext('man-page.js'))

if (existsSync(DIST)) renameSync(DIST, `${WORK}/before`)
renameSync(NEXT, DIST)
