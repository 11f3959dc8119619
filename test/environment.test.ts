// Settings are read from one table, and the environment in one place: a variable that is read anywhere else has no
// documentation, no bounds and no error message.
import { expect, test } from 'vitest'
import { readFiles } from './lib/workspace.js'

const SETTINGS = 'packages/mcp-pruner/src/settings/'

/** Files that may touch `process.env` itself, and why. */
const READERS: Readonly<Record<string, string>> = {
  [`${SETTINGS}environment.ts`]: 'the one place of the application',
  'packages/mcp-pruner/src/clients/plugin-request.ts': 'text of a plugin that a client runs',
  'packages/core/mcp-runtime/src/artifacts/cache-dir.ts': 'a default of the library',
  'packages/runner/src/cli/index.ts': "the runner's entry point",
}

/** Files outside the table that may look up one of our settings, and why. */
const LOOKUPS: Readonly<Record<string, string>> = {
  'packages/mcp-pruner/src/clients/plugin-request.ts': 'text of a plugin that a client runs',
  'packages/runner/src/mcpConfig.ts': 'the settings of the runner, another program',
}

const sources = readFiles('.ts', '.tsx').entries()
const shipped = [...sources].filter(
  ([file]) =>
    /^packages\/(?!testing)(?:core\/)?[^/]+\/src\//.test(file) && !/\.(test|case)\.ts$/.test(file),
)
const LOOKUP = /\b\w*[eE]nv(?:\.([A-Z][A-Z0-9_]+)|\[\s*'(\w+)'\s*\])/g
const lookups = (text: string) => [...text.matchAll(LOOKUP)].map(([, a, b]) => a ?? b ?? '')
const isOurs = (name: string) => /^(?:MCP_PRUNER|PRUNER|JEEVES)_/.test(name)

test('the environment of the process is read in one place', () => {
  const readers = shipped.filter(([, text]) => /\bprocess\.env\b|\{ env \} = process\b/.test(text))
  expect(readers.map(([file]) => file).filter((file) => !(file in READERS))).toEqual([])
})

test('settings are looked up through the table alone', () => {
  const others = shipped.filter(([file]) => !file.startsWith(SETTINGS) && !(file in LOOKUPS))
  const found = others.flatMap(([file, text]) =>
    lookups(text)
      .filter(isOurs)
      .map((name) => `${file} ${name}`),
  )
  expect(found).toEqual([])
})

test('every variable of another program that is read is on the settings page', () => {
  const page = readFiles('settings.md').get('docs/settings.md') ?? ''
  const names = new Set(
    shipped.flatMap(([, text]) => lookups(text)).filter((name) => !isOurs(name)),
  )
  expect([...names].filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  expect(names.has('CODEX_HOME')).toBe(true)
})

test('the check can fail', () => {
  expect(lookups("env.MCP_PRUNER_X, processEnv['HOME'], $.env.get('NO')")).toEqual([
    'MCP_PRUNER_X',
    'HOME',
  ])
})
