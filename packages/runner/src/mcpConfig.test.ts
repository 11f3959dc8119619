import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { buildMcpServers } from './mcpConfig.js'

const DEFAULT_ENTRY = join(import.meta.dirname, '../../mcp-pruner/dist/index.js')
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'runner-config-')))
const entry = join(folder, 'server.js')
writeFileSync(entry, '')
afterAll(() => rmSync(folder, { recursive: true }))

const build = (env: Record<string, string>) =>
  buildMcpServers({ JEEVES_PRUNER_ENABLED: 'true', JEEVES_MCP_PRUNER_PATH: entry, ...env }, folder)

describe('JEEVES_PRUNER_ENABLED', () => {
  test.each(['1', 'true', 'yes', 'on', 'TRUE', 'Yes', 'oN'])('%j turns the pruner on', (value) => {
    expect(build({ JEEVES_PRUNER_ENABLED: value }).kind).toBe('enabled')
  })

  test.each(['', '0', 'false', 'no', 'off', '2', 'truthy', 'enable'])(
    '%j leaves it off',
    (value) => {
      expect(build({ JEEVES_PRUNER_ENABLED: value })).toEqual({ kind: 'disabled' })
    },
  )

  test('it is off when unset, whatever else is set', () => {
    expect(buildMcpServers({ JEEVES_PRUNER_URL: 'nonsense' }, folder)).toEqual({ kind: 'disabled' })
  })
})

test('the same environment gives the same servers, with explicit defaults', () => {
  const expected = {
    kind: 'enabled',
    root: folder,
    mcpServers: {
      pruner: {
        command: 'node',
        args: [entry],
        env: { PRUNER_URL: 'http://localhost:8000/prune', MCP_PRUNER_CWD: folder },
      },
    },
  }
  expect(build({})).toStrictEqual(expected)
  expect(build({ MCP_PRUNER_CWD: '/elsewhere', PRUNER_URL: 'http://else.where' })).toStrictEqual(
    expected,
  )
})

describe('JEEVES_PRUNER_URL', () => {
  test.each(['', 'http://127.0.0.1:9/p', 'HTTPS://pruner.example/a?b=c#d'])(
    '%j goes on as it is',
    (url) => {
      expect(build({ JEEVES_PRUNER_URL: url })).toMatchObject({
        mcpServers: { pruner: { env: { PRUNER_URL: url } } },
      })
    },
  )

  test.each([
    'localhost:8000',
    '/prune',
    'ftp://pruner.example',
    'file:///etc/passwd',
    'http://',
    ' ',
  ])('%j is refused by name', (url) => {
    expect(build({ JEEVES_PRUNER_URL: url })).toEqual({
      kind: 'invalid',
      message: expect.stringContaining(`JEEVES_PRUNER_URL is ${JSON.stringify(url)}`) as string,
    })
  })
})

describe('PRUNER_TIMEOUT_MS', () => {
  test.each(['100', '30000', '300000', ''])('%j is accepted', (value) => {
    expect(build({ PRUNER_TIMEOUT_MS: value }).kind).toBe('enabled')
  })

  test.each(['99', '300001', '1.5', 'soon', '-1', '1e3'])('%j is refused by name', (value) => {
    expect(build({ PRUNER_TIMEOUT_MS: value })).toEqual({
      kind: 'invalid',
      message: expect.stringContaining(`PRUNER_TIMEOUT_MS is ${JSON.stringify(value)}`) as string,
    })
  })
})

describe('the entry of the server', () => {
  test.each(['', 'no-such-file.js', tmpdir()])(
    'JEEVES_MCP_PRUNER_PATH %j is refused by name',
    (path) => {
      expect(build({ JEEVES_MCP_PRUNER_PATH: path })).toEqual({
        kind: 'invalid',
        message: expect.stringContaining(
          `JEEVES_MCP_PRUNER_PATH is ${JSON.stringify(path)}`,
        ) as string,
      })
    },
  )

  test('unset, it is the installed package', () => {
    expect(buildMcpServers({ JEEVES_PRUNER_ENABLED: '1' }, folder)).toMatchObject({
      mcpServers: { pruner: { args: [DEFAULT_ENTRY] } },
    })
  })

  // The built module is copied to a place where nothing is installed, and called there.
  const elsewhere = join(folder, 'packages/runner/dist')
  const askElsewhere = () => {
    cpSync(join(import.meta.dirname, '../dist/mcpConfig.js'), join(elsewhere, 'mcpConfig.js'))
    const ask = `import { buildMcpServers } from './mcpConfig.js'
      console.log(JSON.stringify(buildMcpServers({ JEEVES_PRUNER_ENABLED: '1' }, '/')))`
    writeFileSync(join(elsewhere, 'ask.mjs'), ask)
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    const answer = execFileSync(process.execPath, [join(elsewhere, 'ask.mjs')], {
      encoding: 'utf8',
      // Without NODE_PATH, by which a package manager may lend this process its own packages.
      env: {},
    })
    return JSON.parse(answer) as unknown
  }
  const workspace = join(folder, 'packages/mcp-pruner/dist')
  const installed = join(folder, 'node_modules/@jeeves/mcp-pruner')

  test('the config is invalid if the server is neither installed nor built next to the runner', () => {
    expect(askElsewhere()).toEqual({
      kind: 'invalid',
      message: expect.stringContaining('@jeeves/mcp-pruner/dist/index.js was not found') as string,
    })
  })

  test('if not installed, the server built next to the runner is used', () => {
    mkdirSync(workspace, { recursive: true })
    writeFileSync(join(workspace, 'index.js'), '')
    expect(askElsewhere()).toMatchObject({
      mcpServers: { pruner: { args: [join(workspace, 'index.js')] } },
    })
  })

  test('the installed server is used, even if another is built next to the runner', () => {
    mkdirSync(join(installed, '..'), { recursive: true })
    symlinkSync(join(import.meta.dirname, '../../mcp-pruner'), installed)
    expect(askElsewhere()).toMatchObject({ mcpServers: { pruner: { args: [DEFAULT_ENTRY] } } })
  })
})
