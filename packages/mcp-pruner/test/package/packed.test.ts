// The published package: one tarball that installs into an empty folder with nothing else of ours, and runs.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { makeTree, RawClient, removeTree } from '@jeeves/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PATIENT } from '../stdio/raw-server.js'

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url))
/** The test's own npm must not see the variables that pnpm sets. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_|pnpm_)/i.test(name)),
)
const npm = (cwd: string, ...args: string[]) =>
  execFileSync('npm', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

const folder = makeTree({
  'package.json': '{"name":"an-empty-folder","private":true}',
  'notes.txt': 'one\ntwo\n',
})
const installed = join(folder, 'node_modules', '@jeeves', 'mcp-pruner')
const entry = join(installed, 'dist', 'index.js')
const own = { PATH: process.env.PATH, HOME: folder, MCP_PRUNER_CWD: folder, ...PATIENT }

beforeAll(() => {
  const packed = JSON.parse(npm(PACKAGE, 'pack', '--json', '--pack-destination', folder)) as [
    { filename: string },
  ]
  // Without the optional ripgrep, which would be fetched.
  const options = ['--omit=optional', '--no-audit', '--no-fund']
  npm(folder, 'install', ...options, join(folder, packed[0].filename))
}, 180_000)
afterAll(() => removeTree(folder))

describe('the packed command', () => {
  test('brings no other package', () => {
    const scopes = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))
    expect(scopes).toEqual(['@jeeves'])
    expect(readdirSync(join(folder, 'node_modules', '@jeeves'))).toEqual(['mcp-pruner'])
    const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
    expect(dependencies).toBeUndefined()
  })

  test('contains its licence and those of bundled packages', () => {
    expect(readFileSync(join(installed, 'LICENSE'), 'utf8')).toContain('MIT License')
    const licences = readFileSync(join(installed, 'dist', 'THIRD-PARTY-LICENSES'), 'utf8')
    for (const name of ['zod', 'ioredis']) expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'))
    expect(licences).not.toContain('@jeeves/')
  })

  test('contains a man page with every command and its options', () => {
    const page = readFileSync(join(installed, 'dist', 'mcp-pruner.1'), 'utf8')
    for (const verb of ['install', 'prune', 'recover', 'replay', 'ui', 'wrap', 'serve']) {
      expect(page).toContain(`\n.SS ${verb}\n`)
    }
    expect(page).toContain('\\-\\-max\\-tokens N')
    // What begins with a dot is a request: only those that are meant.
    const requests = new Set(page.match(/^\.[A-Za-z]+/gm))
    expect(requests).toEqual(new Set(['.TH', '.SH', '.B', '.SS', '.PP', '.nf', '.fi']))
  })

  test('prints its version through npx', () => {
    const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'))
    expect(npm(folder, 'exec', '--offline', '--', 'mcp-pruner', '--version')).toBe(`${version}\n`)
  })

  test('reads a file over stdio', async () => {
    const server = new RawClient(process.execPath, [entry], own)
    await server.initialize()
    const { content } = await server.structured('read', { file_path: 'notes.txt' })
    expect(content).toBe('one\ntwo\n')
    await server.end()
  })

  test('serves over HTTP', async () => {
    const service = spawn(process.execPath, [entry, 'serve', '--port', '0'], { env: own })
    service.stderr.resume()
    const [line] = (await once(createInterface({ input: service.stdout }), 'line')) as [string]
    const [url = ''] = /http:\/\/\S+/.exec(line) ?? []
    const health = await fetch(`${url}/health`)
    expect(health.status).toBe(200)
    service.kill('SIGTERM')
    await once(service, 'exit')
  })

  test('wraps a server', async () => {
    const gateway = new RawClient(
      process.execPath,
      [entry, 'wrap', '--', process.execPath, entry],
      own,
    )
    await gateway.initialize()
    const { result } = await gateway.call('read', { file_path: 'notes.txt' })
    expect(JSON.stringify(result)).toContain('one\\ntwo')
    await gateway.end()
  })
})
