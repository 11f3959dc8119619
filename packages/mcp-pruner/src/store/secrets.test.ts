import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryStore } from '@jeeves/mcp-runtime'
import { afterAll, expect, test } from 'vitest'
import { openKeyFile } from './key-file.js'
import { holdsSecret, maskSecrets } from './secret-patterns.js'
import { keyOfTeam, withSecretsGuard } from './secret-store.js'

const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const letters = (count: number) => 'aB3d'.repeat(count).slice(0, count)
/** So that no scanner of sources takes them for real ones. */
const parts = (...all: string[]) => all.join('')
const SECRETS: readonly (readonly [string, string])[] = [
  ['AWS key', parts('AK', 'IA', 'ABCDEFGHIJKLMNOP')],
  ['GitHub token', parts('gh', 'p_', letters(36))],
  ['GitHub token', parts('github', '_pat_', letters(22))],
  ['GitLab token', parts('gl', 'pat-', letters(20))],
  ['Slack token', parts('xo', 'xb-', letters(10))],
  ['API key', parts('s', 'k-', letters(20))],
  ['Google key', parts('AI', 'za', letters(35))],
  ['Stripe key', parts('sk_', 'live_', letters(16))],
  ['package token', parts('np', 'm_', letters(36))],
  ['JWT', parts('ey', 'J', letters(8), '.', letters(8), '.', letters(8))],
  ['password in an address', '://user:pa55@'],
  ['authorization', `Bearer ${letters(16)}`],
  ['value of a secret', 'DB_PASSWORD=hunter22'],
  ['value of a secret', 'password: "hunter22"'],
  ['value of a secret', "api_key = 'hunter22'"],
]

test.each(SECRETS)('%s: %s is masked', (name, secret) => {
  expect(holdsSecret(`a ${secret} b`)).toBe(true)
  expect(maskSecrets(`a ${secret} b`)).toBe(`a ⟨${name}⟩ b`)
})

test('a private key is masked, and its lines stay lines', () => {
  const key = parts(
    '-----BEGIN RSA ',
    'PRIVATE',
    ' KEY-----\nabc\ndef\n-----END RSA ',
    'PRIVATE',
    ' KEY-----',
  )
  expect(maskSecrets(`a\n${key}\nb`)).toBe('a\n⟨private key⟩\n\n\n\nb')
})

test.each(['password = ask()', 'the secret: none', 'sk-short', 'https://host:80/path', 'TOKEN=1'])(
  '%s is no secret',
  (text) => {
    expect(holdsSecret(text)).toBe(false)
    expect(maskSecrets(text)).toBe(text)
  },
)

const SECRET = 'x DB_PASSWORD=hunter22 y'
const at = { domain: 'prune', id: 'a' }
const open = (policy: 'encrypt' | 'discard' | 'plain', key = keyOfTeam('one')) => {
  const behind = memoryStore()
  return { behind, guarded: withSecretsGuard(behind, policy, async () => key) }
}

test('a secret is stored encrypted and read back exactly; other texts as they are', async () => {
  const { behind, guarded } = open('encrypt')
  await guarded.put(at, `${SECRET}\uD800`)
  const stored = await behind.get(at)
  expect(stored).toMatch(/^mcp-pruner-encrypted-1:[A-Za-z0-9+/=]+$/)
  expect(await guarded.get(at)).toBe(`${SECRET}\uD800`)
  await guarded.put(at, 'plain')
  expect(await behind.get(at)).toBe('plain')
  expect(await guarded.get(at)).toBe('plain')
})

test('the same text gives the same bytes, under another id others', async () => {
  const { behind, guarded } = open('encrypt')
  await guarded.put(at, SECRET)
  const first = await behind.get(at)
  await guarded.put(at, SECRET)
  expect(await behind.get(at)).toBe(first)
  await guarded.put({ ...at, id: 'b' }, SECRET)
  expect(await behind.get({ ...at, id: 'b' })).not.toBe(first)
  await behind.put({ ...at, id: 'c' }, first ?? '')
  await expect(guarded.get({ ...at, id: 'c' })).rejects.toThrow('another key, or is damaged')
})

test('with another key it is not read', async () => {
  const { behind, guarded } = open('encrypt')
  await guarded.put(at, SECRET)
  const other = withSecretsGuard(behind, 'encrypt', async () => keyOfTeam('two'))
  await expect(other.get(at)).rejects.toThrow('another key, or is damaged')
})

test('discard keeps no secret, plain keeps it as it is', async () => {
  const { behind, guarded } = open('discard')
  await expect(guarded.put(at, SECRET)).rejects.toThrow('MCP_PRUNER_SECRETS=discard')
  expect(await behind.get(at)).toBeUndefined()
  const plain = open('plain')
  await plain.guarded.put(at, SECRET)
  expect(await plain.behind.get(at)).toBe(SECRET)
  // It would be taken for an encrypted one.
  await plain.guarded.put(at, 'mcp-pruner-encrypted-1:abc')
  expect(await plain.guarded.get(at)).toBe('mcp-pruner-encrypted-1:abc')
})

test('a key that could not be opened is opened again', async () => {
  let tries = 0
  const guarded = withSecretsGuard(memoryStore(), 'encrypt', async () => {
    tries += 1
    if (tries === 1) throw new Error('busy')
    return keyOfTeam('one')
  })
  await expect(guarded.put(at, SECRET)).rejects.toThrow('cannot be used: Error: busy')
  await guarded.put(at, SECRET)
  expect(await guarded.get(at)).toBe(SECRET)
  expect(tries).toBe(2)
})

test('a key file is made once, for this user alone, and a damaged one is refused', async () => {
  const file = join(folder, 'deep/key')
  const key = await openKeyFile(file)
  expect(key).toMatch(/^[0-9a-f]{64}$/)
  expect(await openKeyFile(file)).toEqual(key)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  writeFileSync(join(folder, 'bad'), 'abc')
  await expect(openKeyFile(join(folder, 'bad'))).rejects.toThrow('is not a key; hint: remove it')
})
