// `mcp-pruner bench`: cases that were kept on the page are pruned again.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { bigFile } from '../replay/recorded-fixture.js'
import { ENTRY } from '../stdio/raw-server.js'

const cache = mkdtempSync(join(tmpdir(), 'bench-'))
afterAll(() => rmSync(cache, { recursive: true, force: true }))
const bench = (...args: string[]) =>
  spawnSync(process.execPath, [ENTRY, 'bench', ...args], {
    env: { PATH: process.env.PATH, HOME: cache, MCP_PRUNER_CACHE_DIR: cache },
    encoding: 'utf8',
  })

test('reports whether the needed lines are kept now', () => {
  expect(bench()).toMatchObject({ status: 0, stdout: expect.stringMatching(/^No cases yet in /) })
  const folder = join(cache, 'cases')
  mkdirSync(folder)
  const keep = (id: string, needed: number[]) =>
    writeFileSync(
      join(folder, `${id}.json`),
      JSON.stringify({
        id,
        question: 'How long does retryDelay wait at most?',
        text: bigFile().join('\n'),
        needed,
        kept: [1, 2],
      }),
    )
  keep('call_a', [602, 604])
  expect(bench()).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/\nHow long does retryDelay wait at most\? +2 +0 +2 +\d+\n$/),
  })
  keep('call_b', [300])
  writeFileSync(join(folder, 'broken.json'), '{')
  const { status, stdout, stderr } = bench('--json')
  expect(status).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject([
    { id: 'call_a', needed: 2, keptThen: 0, keptNow: 2 },
    { id: 'call_b', needed: 1, keptThen: 0, keptNow: 0 },
  ])
  expect(stderr).toMatch(/broken\.json is not a valid case; skipped\n$/)
})
