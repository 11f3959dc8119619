// Real calls behind the page: the built server is used by a client, over stdio, and leaves its ledger and its
// store in a folder of their own.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
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

export const QUESTION = 'How long does retryDelay wait between retries at most?'

export async function makeCalls({ env }: PageFixture): Promise<void> {
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
}

/** One session of Claude Code, in the home folder. */
export function recordSession({ env }: PageFixture): void {
  const session = claudeSession('/p/shop')
    .prompt('Look into retryDelay.')
    .says('I look at how long retryDelay waits between retries.', {
      id: 'a',
      name: 'Read',
      input: { file_path: '/p/shop/big.ts' },
    })
    .gets('a', numbered(bigFile()))
    .says('Done.')
  writeSession(join(env['HOME'] as string, '.claude/projects/-p-shop/one.jsonl'), session.lines)
}
