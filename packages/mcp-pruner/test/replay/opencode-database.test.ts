// The database of opencode, with its own tables, read by the built command. The oldest supported Node has no SQLite:
// there the command explains what to do instead (client-recordings.test.ts), and this test is skipped.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ENTRY } from '../stdio/raw-server.js'
import { bigFile } from './recorded-fixture.js'

interface Sqlite {
  readonly DatabaseSync: new (
    file: string,
  ) => {
    exec(sql: string): void
    prepare(sql: string): { run(...values: (string | number)[]): void }
    close(): void
  }
}

const sqlite = process.getBuiltinModule?.('node:sqlite') as Sqlite | undefined

const tokens = (input: number, read: number) => ({
  input,
  output: 100,
  reasoning: 0,
  cache: { read, write: 0 },
})
const OUTPUT = bigFile().join('\n')
const PARTS: readonly (readonly [message: string, data: object])[] = [
  ['msg_1', { type: 'text', text: 'Look into retryDelay.' }],
  ['msg_2', { type: 'text', text: 'I check how long retryDelay waits.' }],
  [
    'msg_2',
    {
      type: 'tool',
      callID: 'a',
      tool: 'bash',
      state: { status: 'completed', input: { command: 'cat src/big.ts' }, output: OUTPUT },
    },
  ],
  ['msg_2', { type: 'step-finish', tokens: tokens(9000, 0) }],
  ['msg_3', { type: 'step-finish', tokens: tokens(100, 30_000) }],
]

function writeDatabase(file: string, { DatabaseSync }: Sqlite): void {
  const database = new DatabaseSync(file)
  database.exec(`
    CREATE TABLE session (id TEXT PRIMARY KEY, directory TEXT, title TEXT, time_updated INTEGER);
    CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, data TEXT);
    CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, data TEXT);`)
  const sessions = database.prepare('INSERT INTO session VALUES (?, ?, ?, ?)')
  sessions.run('ses_1', '/p/shop', 'Retries', Date.now())
  sessions.run('ses_2', '/p/site', 'Empty', Date.now() - 1000)
  const message = database.prepare('INSERT INTO message VALUES (?, ?, ?, ?)')
  const answer = JSON.stringify({ role: 'assistant', modelID: 'claude-sonnet-5' })
  message.run('msg_1', 'ses_1', 1, JSON.stringify({ role: 'user' }))
  message.run('msg_2', 'ses_1', 2, answer)
  message.run('msg_3', 'ses_1', 3, answer)
  const part = database.prepare('INSERT INTO part VALUES (?, ?, ?, ?)')
  for (const [i, [of, data]] of PARTS.entries()) {
    part.run(`prt_${i}`, of, 'ses_1', JSON.stringify(data))
  }
  database.close()
}

test.skipIf(!sqlite)('sessions are read from the database of opencode', () => {
  const home = mkdtempSync(join(tmpdir(), 'opencode-'))
  try {
    const file = join(home, '.local/share/opencode/opencode.db')
    mkdirSync(join(file, '..'), { recursive: true })
    writeDatabase(file, sqlite as Sqlite)
    for (const given of [[], [file]]) {
      const { stdout, stderr } = spawnSync(
        process.execPath,
        [ENTRY, 'replay', '--json', ...given],
        { env: { PATH: process.env.PATH, HOME: home }, encoding: 'utf8' },
      )
      expect(stderr).not.toContain('Warning')
      const told = JSON.parse(stdout)
      expect(told.rows).toHaveLength(1)
      expect(told.rows[0]).toMatchObject({
        file: `${file}#ses_1`,
        client: 'opencode',
        project: '/p/shop',
        models: ['claude-sonnet-5'],
        figures: { outputs: 1, pruned: 1 },
      })
      expect(told.cost).toMatchObject({ requests: 2 })
      expect(told.cost.saved).toBeGreaterThan(0)
    }
  } finally {
    rmSync(home, { recursive: true })
  }
})
