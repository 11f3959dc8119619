// Real calls behind the page: the built server is used by a client, over stdio, and leaves its ledger and its
// store in a folder of their own.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bigFile, claudeSession, numbered, writeSession } from '../replay/recorded-fixture.js'
import { RawServer } from '../stdio/raw-server.js'

export interface PageFixture {
  readonly root: string
  readonly env: Record<string, string>
  remove(): void
}

export function emptyFixture(): PageFixture {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'page-')))
  const env = {
    HOME: join(root, 'home'),
    MCP_PRUNER_CWD: join(root, 'shop'),
    MCP_PRUNER_CACHE_DIR: join(root, 'cache'),
    MCP_PRUNER_STORE: 'disk',
    MCP_PRUNER_LEDGER: 'on',
  }
  mkdirSync(env.MCP_PRUNER_CWD)
  return { root, env, remove: () => rmSync(root, { recursive: true, force: true }) }
}

export const SECRET = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`
export const QUESTION = 'How long does retryDelay wait between retries at most?'

/** Real calls of a client; resolves with the pruned answer as its model was shown it. */
export async function makeCalls({ env }: PageFixture): Promise<string> {
  const shop = env['MCP_PRUNER_CWD'] as string
  writeFileSync(join(shop, 'big.ts'), bigFile().join('\n'))
  const server = new RawServer(shop, env)
  await server.initialize('claude-code')
  await server.request('tools/list', {})
  const { result } = await server.call('read', {
    file_path: 'big.ts',
    context_focus_question: QUESTION,
  })
  const id = /prn_[0-9A-Z]{26}/.exec(JSON.stringify(result))?.[0]
  await server.call('recover_text', { prune_id: id, ranges: [{ start_line: 1, end_line: 9 }] })
  await server.call('bash', { command: 'echo hello' })
  await server.end()
  const { content } = result as { content: { text: string }[] }
  return content.map(({ text }) => text).join('\n')
}

const usage = (input: number, cached: number, written: number, output = 60) => ({
  input,
  cached,
  written,
  output,
})

/** Too long for a phone, and with what looks like a token. */
const LATE_LINE = `sounds[1089] = mix(1089, 228) // ${'loud'.repeat(30)} ${SECRET}`
const lateFile = () =>
  bigFile()
    .join('\n')
    .replaceAll('palette', 'sounds')
    .replace('sounds[1089] = mix(1089, 228)', LATE_LINE)

export const SESSIONS = '.claude/projects/-p-shop'

/** A session counts as running for five minutes after it was written to, however slow the tests are. */
export function touchSessions({ env }: PageFixture): void {
  const folder = join(env['HOME'] as string, SESSIONS)
  const now = new Date()
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), now, now)
}

/** Two sessions of Claude Code in the home folder: one with the pruned answer in it, one without any pruning. */
export function recordSession({ env }: PageFixture, answer = ''): void {
  const folder = join(env['HOME'] as string, SESSIONS)
  const read = { file_path: '/p/shop/big.ts' }
  const began = Date.now() - 3_600_000
  const id = /prn_[0-9A-Z]{26}/.exec(answer)?.[0]
  const pruned = claudeSession('/p/shop', began, 'claude-sonnet-5')
    .prompt('Look into retryDelay.')
    .says(QUESTION, { id: 'a', name: 'mcp__pruner__read', input: read }, usage(10, 0, 9000))
    .gets('a', answer)
    .says(
      'More.',
      { id: 'b', name: 'mcp__pruner__recover_text', input: { prune_id: id, ranges: '2-9' } },
      usage(5, 9010, 400),
    )
    .gets('b', 'palette[0] = mix(0, 0)')
    .says(
      'It is capped in line 5.',
      { id: 'c', name: 'Bash', input: { command: 'true' } },
      usage(5, 9415, 300),
    )
    .gets('c', '')
    .says('Done.', undefined, usage(5, 9720, 200))
  const raw = claudeSession('/p/shop', began)
    .prompt('Look into retryDelay.')
    .says(
      'I look at how long retryDelay waits between retries.',
      { id: 'a', name: 'Read', input: read },
      usage(10, 0, 9000),
    )
    .gets('a', numbered(bigFile()))
    .says(
      'I check retryDelay once more.',
      { id: 'b', name: 'Bash', input: { command: 'cat src/late.ts' } },
      usage(5, 9010, 22_000),
    )
    .gets('b', lateFile())
    .says(
      'Also this one.',
      {
        id: 'c',
        name: 'Edit',
        input: {
          file_path: '/p/shop/src/late.ts',
          old_string: LATE_LINE,
          new_string: 'sounds[1089] = 0',
        },
      },
      usage(5, 31_015, 17_000),
    )
    .gets('c', 'The file has been updated.')
    .says('Done.', undefined, usage(5, 48_020, 100))
  if (answer !== '') writeSession(join(folder, 'pruned.jsonl'), pruned.lines)
  writeSession(join(folder, `raw_${'0123456789abcdef'.repeat(3)}.jsonl`), raw.lines)
}
