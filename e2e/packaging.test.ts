// The plugin, the registry's entry and the bundle, judged by the programs that will read them.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const home = mkdtempSync(join(import.meta.dirname, 'node_modules/.home-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

function run(program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    join(import.meta.dirname, 'node_modules/.bin', program),
    args,
    {
      encoding: 'utf8',
      cwd: ROOT,
      env: { PATH: process.env['PATH'], HOME: home, CLAUDE_CONFIG_DIR: join(home, '.claude') },
    },
  )
  return { status, output: stdout + stderr }
}

const json = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as unknown

describe('the Claude Code plugin', () => {
  test.each(['plugin', 'plugin/pruner'])('%s is valid', (path) => {
    expect(run('claude', 'plugin', 'validate', path)).toMatchObject({
      status: 0,
      output: expect.stringContaining('Validation passed'),
    })
  })

  test('control: a plugin without a name is not', () => {
    expect(run('claude', 'plugin', 'validate', 'e2e/project').status).not.toBe(0)
  })

  test('can be installed from its marketplace', () => {
    expect(run('claude', 'plugin', 'marketplace', 'add', join(ROOT, 'plugin')).status).toBe(0)
    expect(run('claude', 'plugin', 'install', 'pruner@mcp-pruner').status).toBe(0)
  })
})

test('the bundle has a valid manifest, and can be packed', () => {
  expect(run('mcpb', 'validate', 'plugin/mcpb/manifest.json')).toMatchObject({ status: 0 })
  const packed = join(home, 'x.mcpb')
  const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts/mcpb.mjs'), packed], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  expect(status).toBe(0)
  expect(run('mcpb', 'info', packed).status).toBe(0)
})

test('the registry entry, the plugin and the bundle name the package and its version', () => {
  const { name, version, mcpName } = json('packages/mcp-pruner/package.json') as Record<
    string,
    string
  >
  expect(json('plugin/server.json')).toMatchObject({
    name: mcpName,
    version,
    packages: [{ registryType: 'npm', identifier: name, version, transport: { type: 'stdio' } }],
  })
  expect(json('plugin/pruner/.claude-plugin/plugin.json')).toMatchObject({ version })
  expect(json('plugin/mcpb/manifest.json')).toMatchObject({ version })
  expect(json('plugin/pruner/.mcp.json')).toMatchObject({
    mcpServers: { pruner: { args: ['-y', `${name}@${version}`] } },
  })
})
