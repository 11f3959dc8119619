// A TypeScript program for tests that start it, bundled once: with a loader each start would compile it again.
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeRunFolder } from './temporary-tree.js'

/** The path of the bundle of a source, which is given as `new URL('./NAME.ts', import.meta.url)`. */
export async function bundledProgram(source: URL): Promise<string> {
  const { build } = await import('esbuild')
  const folder = makeRunFolder()
  const path = fileURLToPath(source)
  const outfile = join(folder, `${basename(path, '.ts')}.mjs`)
  await build({
    entryPoints: [path],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@jeeves/source'],
    logLevel: 'error',
  })
  return outfile
}
