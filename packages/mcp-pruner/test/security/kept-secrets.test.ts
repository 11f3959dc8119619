// What looks like a secret is not on the disk in the clear, comes back byte for byte, and is masked on the page.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterEach, expect, test } from 'vitest'
import { holdsSecret, maskSecrets } from '../../src/store/secret-patterns.js'
import { ENTRY, longSource, PATIENT } from '../stdio/raw-server.js'

// In two parts, so that nobody's scanner takes this file for a leak.
const SECRETS: Readonly<Record<string, string>> = {
  aws: ['AKIA', 'IOSFODNN7EXAMPLE'].join(''),
  github: ['ghp_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join(''),
  githubFine: ['github_pat_', '11ABCDEFG0aBcDeFgHiJkL_mNoPqRsTuVwXyZ'].join(''),
  slack: ['xoxb-', '123456789012-abcdefghijklmnop'].join(''),
  openai: ['sk-proj-', 'abcdefghijklmnopqrstuvwx1234'].join(''),
  anthropic: ['sk-ant-api03-', 'abcdefghijklmnopqrstuvwx'].join(''),
  google: ['AIza', 'SyA1234567890abcdefghijklmnopqrstuv'].join(''),
  stripe: ['sk_live_', 'abcdefghijklmnop1234'].join(''),
  npm: ['npm_', 'abcdefghijklmnopqrstuvwxyz0123456789'].join(''),
  jwt: ['eyJhbGciOiJIUzI1NiJ9.', 'eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N'].join(''),
  key: '-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA\n-----END RSA PRIVATE KEY-----',
  address: 'postgres://admin:hunter2pass@db.internal/app',
  bearer: 'Authorization: Bearer abcdef0123456789abcdef',
  env: 'STRIPE_SECRET=whatever-it-is-1234',
  config: '"password": "correct-horse-battery"',
}

test.each(Object.entries(SECRETS))('%s is known, and masked', (_, secret) => {
  expect(holdsSecret(`before ${secret} after`)).toBe(true)
  const masked = maskSecrets(`before\n${secret}\nafter`)
  expect(holdsSecret(masked)).toBe(false)
  expect(masked.split('\n')).toHaveLength(secret.split('\n').length + 2)
})

test('plain code and prose are not mistaken for secrets', () => {
  expect(holdsSecret(longSource())).toBe(false)
  for (const text of [
    'https://example.com/a:b/c@d',
    'const token = readToken()',
    'the secret is kept in a vault',
    'MAX_TOKENS = 6000',
    'password: string',
  ]) {
    expect([text, holdsSecret(text)]).toEqual([text, false])
  }
})

test('a long text of one letter is searched to its end', () => {
  for (const letter of ['A', 'e', '_', ':', '/', '-', ' ']) {
    const long = `SECRET sk- :// eyJ ${letter.repeat(1_000_000)}`
    expect(holdsSecret(`${long} ${SECRETS['aws']}`)).toBe(true)
  }
})

let home = ''
afterEach(() => {
  if (home !== '') removeTree(home)
  home = ''
})
const text = () => longSource().replace('// Exponential', `// ${SECRETS['github']} é Exponential`)
const env = (more: object = {}) => ({
  PATH: process.env.PATH,
  HOME: home,
  PRUNER_URL: 'http://127.0.0.1:9/prune',
  PRUNER_FALLBACK: 'embedded',
  ...PATIENT,
  ...more,
})
const prune = (more: object = {}) =>
  spawnSync(
    process.execPath,
    [ENTRY, 'prune', 'How long is the delay between retries?', join(home, 'long.ts')],
    { encoding: 'utf8', env: env(more) },
  ).stdout

/** All bytes in the store, unpacked where they are compressed. */
function stored(): string {
  const folder = join(home, '.cache/mcp-pruner/artifacts')
  return readdirSync(folder)
    .map((name) => unpacked(readFileSync(join(folder, name))))
    .join('\n')
}

/** With what follows each place at which something compressed may begin. */
function unpacked(bytes: Buffer): string {
  const found = [bytes.toString('latin1')]
  for (let at = 60; at < Math.min(300, bytes.length); at += 1) {
    try {
      found.push(brotliDecompressSync(bytes.subarray(at)).toString('latin1'))
    } catch {
      // Not here.
    }
  }
  return found.join('\n')
}

test('a stored text with a secret is encrypted, and returned byte for byte', () => {
  home = makeTree({ 'long.ts': text() })
  const id = /recover (prn_\w+)/.exec(prune())?.[1] ?? ''
  expect(stored()).not.toContain(SECRETS['github'])
  expect(stored()).not.toContain('colour1(')
  const back = execFileSync(process.execPath, [ENTRY, 'recover', id], { env: env() })
  expect(back.equals(readFileSync(join(home, 'long.ts')))).toBe(true)
  const key = join(home, '.local/share/mcp-pruner/secrets.key')
  expect(statSync(key).mode & 0o777).toBe(0o600)
  rmSync(key)
  const lost = spawnSync(process.execPath, [ENTRY, 'recover', id], { encoding: 'utf8', env: env() })
  expect(lost.status).not.toBe(0)
  expect(lost.stdout).toBe('')
})

test('others are kept as they were, and so is everything with plain', () => {
  home = makeTree({ 'long.ts': longSource() })
  prune()
  expect(stored()).toContain('colour1(')
  removeTree(home)
  home = makeTree({ 'long.ts': text() })
  prune({ MCP_PRUNER_SECRETS: 'plain' })
  expect(stored()).toContain(SECRETS['github'])
})

test('discard stores nothing of it, and so cuts nothing', () => {
  home = makeTree({ 'long.ts': text() })
  const shown = prune({ MCP_PRUNER_SECRETS: 'discard' })
  expect(shown).toContain('[not pruned: what would be cut could not be kept for recovery]')
  expect(shown).not.toContain('prn_')
})

test('stats and the page show it only on request', async () => {
  home = makeTree({ 'long.ts': text() })
  prune()
  const stats = execFileSync(process.execPath, [ENTRY, 'stats', '--json'], { env: env() })
  expect(String(stats)).not.toContain(SECRETS['github'])
  const child = spawn(process.execPath, [ENTRY, 'ui', '--no-open'], { env: env() })
  const address = await new Promise<string>((resolve) =>
    child.stdout.once('data', (bytes) => resolve(String(bytes).trim())),
  )
  const [base = '', token = ''] = address.split('#')
  const get = async (path: string) =>
    (await fetch(`${base}api/${path}`, { headers: { authorization: `Bearer ${token}` } })).text()
  const { calls } = JSON.parse(await get('calls')) as { calls: { id: string }[] }
  const id = calls[0]?.id ?? ''
  expect(await get(`call?id=${id}`)).not.toContain(SECRETS['github'])
  expect(await get(`call?id=${id}`)).toContain('GitHub token')
  expect(await get(`call?id=${id}&secrets=show`)).toContain(SECRETS['github'])
  child.kill()
  await new Promise((resolve) => child.once('exit', resolve))
})
