// Which sources write files in another way than through mcp-runtime's files/write-file.ts.

/** Each with the reason why it cannot go through the one module. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'packages/mcp-pruner/src/native/fifo-channel.ts':
    'writes words into named pipes, and reads outputs without following links',
  'packages/mcp-pruner/src/process/fifo.ts':
    'opens named pipes, which are never created or replaced by it',
  'packages/mcp-pruner/src/process/output-file.ts':
    'a command prints into it: created exclusively, without following links, and at once without a name',
}

const THE_WRITER = 'packages/core/mcp-runtime/src/files/write-file.ts'

const WRITERS =
  /^(?:(?:writeFile|appendFile|copyFile|cp|rename|truncate|ftruncate|symlink|write|writev)(?:Sync)?|createWriteStream|WriteStream)$/
const OPENERS = /^open(?:Sync|AsBlob)?$/
const IMPORT = /import\s+([^'"]*?)\s+from\s+['"](?:node:)?fs(?:\/promises)?['"]/g
const WRITE_FLAGS =
  /O_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND)|\bopen(?:Sync)?\([^()]*(?:\([^()]*\)[^()]*)*,\s*['"](?:[wa]|r\+)/

export function findFileWriters(sources: ReadonlyMap<string, string>): string[] {
  const faults: string[] = []
  for (const [path, source] of sources) {
    if (!isProduct(path) || path === THE_WRITER || path in EXCEPTIONS) continue
    if (/\b(?:require|import)\(\s*['"](?:node:)?fs/.test(source)) {
      faults.push(`${path} loads node:fs in a way that cannot be checked`)
    }
    for (const [, names = ''] of source.matchAll(IMPORT)) {
      if (/^type\b/.test(names)) continue
      if (!names.startsWith('{')) faults.push(`${path} imports all of node:fs`)
      for (const name of namesIn(names)) {
        if (WRITERS.test(name)) faults.push(`${path} imports ${name}`)
        if (OPENERS.test(name) && WRITE_FLAGS.test(source)) {
          faults.push(`${path} opens files to write`)
        }
      }
    }
  }
  return faults
}

const isProduct = (path: string): boolean =>
  /^packages\/(?:[^/]+|core\/[^/]+)\/src\//.test(path) &&
  !/\.(?:test|case)\.ts$/.test(path) &&
  !path.startsWith('packages/testing/')

const namesIn = (names: string): string[] =>
  names
    .replace(/[{}]/g, '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.split(/\s+as\s+/)[0] ?? '')
