// `mcp-pruner replay` over sessions whose figures were counted by hand.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runVerb } from '../shell/verb-process.js'
import { bigFile, claudeSession, numbered, writeSession } from './recorded-fixture.js'

const home = mkdtempSync(join(tmpdir(), 'replay-'))
const claude = join(home, '.claude/projects/-p-shop/one.jsonl')
const codex = join(home, '.codex/sessions/2026/11/10/rollout-2026-11-10-x.jsonl')
const lines = bigFile()

beforeAll(() => {
  const usage = (input: number, cached: number, output: number) => ({ input, cached, output })
  const session = claudeSession('/p/shop')
    .prompt('Look into retryDelay.')
    // Output 1: pruned; the lines it goes on to edit are those that it asked for.
    .says(
      'I look at how long retryDelay waits between retries.',
      { id: 'a', name: 'Read', input: { file_path: '/p/shop/src/big.ts' } },
      usage(2000, 0, 50),
    )
    .gets('a', numbered(lines))
    .says(
      'The bound is too high.',
      {
        id: 'b',
        name: 'Edit',
        input: {
          file_path: '/p/shop/src/big.ts',
          old_string: '  return Math.min(backoff, 30_000)',
          new_string: '  return Math.min(backoff, 5_000)',
        },
      },
      usage(16_000, 2000, 60),
    )
    .gets('b', 'The file has been updated.')
    // Output 3: pruned; then it edits a line that nothing pointed to.
    .says(
      'I check retryDelay once more.',
      { id: 'c', name: 'Bash', input: { command: 'cat src/late.ts' } },
      usage(500, 18_000, 40),
    )
    .gets('c', lines.join('\n').replaceAll('palette', 'sounds'))
    .says(
      'Also this one.',
      {
        id: 'd',
        name: 'Edit',
        input: {
          file_path: '/p/shop/src/late.ts',
          old_string: 'sounds[1089] = mix(1089, 228)',
          new_string: 'sounds[1089] = 0',
        },
      },
      usage(16_000, 18_500, 40),
    )
    .gets('d', 'The file has been updated.')
    .says('Done.', undefined, usage(100, 34_500, 10))
  const [first, ...rest] = session.lines
  writeSession(claude, [
    first as object,
    '{"type":"user","message":{"content":[{"type":"tool_',
    'no json at all',
    ...rest,
  ])
  const payload = (type: string, fields: object) => ({
    timestamp: '2026-11-10T09:00:00Z',
    type,
    payload: fields,
  })
  writeSession(codex, [
    payload('session_meta', { id: 'c1', cwd: '/p/site' }),
    payload('response_item', {
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: 'What is here?' }],
    }),
    payload('response_item', {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'I list the files.' }],
    }),
    payload('response_item', {
      type: 'function_call',
      call_id: 'x',
      name: 'exec_command',
      arguments: '{"cmd":"ls"}',
    }),
    payload('response_item', {
      type: 'function_call_output',
      call_id: 'x',
      output: 'a.ts\nb.ts\n',
    }),
  ])
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

const replay = (...args: string[]) =>
  runVerb(['replay', ...args], { PATH: process.env.PATH, HOME: home })
// oxlint-disable-next-line typescript/no-explicit-any -- the report is read as any program would
const report = (...args: string[]): any => JSON.parse(replay('--json', ...args).stdout)

test('outputs, uses, misses and costs are those of the fixture', () => {
  const told = report()
  expect(told).toMatchObject({
    sessions: 2,
    sessionsWithOutput: 2,
    damagedLines: 2,
    notTaken: [],
  })
  expect(told.total).toMatchObject({ outputs: 5, pruned: 2, missed: 1, used: 2, usedCut: 1 })
  expect(told.byKind.read).toMatchObject({ outputs: 1, pruned: 1, used: 1, usedCut: 0 })
  expect(told.byKind.edit).toMatchObject({ outputs: 2, pruned: 0 })
  expect(told.byKind.shell).toMatchObject({ outputs: 2, pruned: 1, used: 1, usedCut: 1 })
  expect(told.byClient.codex).toMatchObject({ outputs: 1 })
  const { raw, shown, net, block } = told.byKind.shell
  expect(raw).toBeGreaterThan(10_000)
  expect(shown).toBeLessThan(raw / 2)
  const [{ tokens }] = told.misses
  // The command's output lacks a line: its text again, or one more turn and the cut run with the line.
  expect(net).toBe(shown + tokens)
  expect(block).toBeGreaterThan(shown + 1000)
  expect(block).toBeLessThan(net)
  expect(told.misses).toEqual([
    {
      session: claude,
      call: 'c',
      tool: 'Bash',
      what: 'cat src/late.ts',
      line: 1090,
      text: 'sounds[1089] = mix(1089, 228)',
      use: 'edited',
      lines: 1,
      tokens,
    },
  ])
  // The model is not recorded, so Sonnet's prices are used: 34,600 at 2, 73,000 cached at 0.2, 200 of output at 10.
  expect(told.cost).toMatchObject({ sessions: 1, requests: 5 })
  expect(told.cost.recorded).toBeCloseTo((34_600 * 2 + 73_000 * 0.2 + 200 * 10) / 1e6, 9)
  expect(told.cost.saved).toBeGreaterThan(0.4 * told.cost.recorded)
  expect(told.standIns).toEqual({ 'unknown model': 'claude-sonnet-5' })
})

test('--project and --since choose the sessions, files and folders replace those of this machine', () => {
  expect(report('--project', '/p/site')).toMatchObject({ sessions: 1, total: { outputs: 1 } })
  expect(report('--project', '/p/sho')).toMatchObject({ sessions: 0 })
  expect(report('--since', '2026-11-11', claude)).toMatchObject({ total: { outputs: 0 } })
  expect(report(join(home, '.codex'))).toMatchObject({ sessions: 1, total: { outputs: 1 } })
  expect(report(codex)).toMatchObject({ byClient: { codex: { outputs: 1 } } })
})

test('the report reads well, and the page needs nothing else', () => {
  const page = join(home, 'report.html')
  const { stdout, status } = replay('--html', page)
  expect(status).toBe(0)
  expect(stdout).toMatch(/^Bill of 1 session: \$0\.09; pruning would have saved \$/)
  expect(stdout).toContain(
    '\n2 sessions, 2 with tool output; 2 of 5 outputs would have been pruned\n',
  )
  expect(stdout).toContain(
    'Needed lines cut in 1 of 2 pruned outputs (50.0 %, 95 % interval 9.5 % to 90.5 %); 1 of 2 lines seen in use. A lower bound: some use was seen of 100.0 % of the pruned outputs',
  )
  expect(stdout).toMatch(/^cat src\/late\.ts:1090 +edited/m)
  expect(stdout).toContain('2 damaged lines were skipped.')
  const written = readFileSync(page, 'utf8')
  expect(written).toMatch(/^<!doctype html>/)
  expect(written).toContain('<svg')
  expect(written).not.toMatch(/<script|https?:\/\//)
})

// Each answer of a thread once left its listeners behind, and the eleventh brought a warning.
test('many sessions write nothing to stderr', () => {
  const folder = join(home, 'many')
  for (let i = 0; i < 30; i++) {
    const session = claudeSession('/p').prompt('Go.').says('Done.')
    writeSession(join(folder, `${i}.jsonl`), session.lines)
  }
  const { stdout, stderr } = replay('--json', '--workers', '2', folder)
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toMatchObject({ sessions: 30, sessionsWithOutput: 0 })
})

test('sessions without output, of another time, and of clients that recorded zeros claim nothing', () => {
  const folder = join(home, 'bare')
  writeSession(join(folder, 'a.jsonl'), claudeSession('/p').prompt('Go.').says('Done.').lines)
  writeFileSync(join(folder, 'b.jsonl'), 'not JSON\nnor this\n')
  expect(replay(folder).stdout).toBe(
    `1 session, none with tool output.\n\nSkipped\n  1 file: not a recording of a known client\n    ${folder}/b.jsonl\n`,
  )
  expect(replay('--project', '/p/other').stdout).toBe(
    `No session was read.\n\nSkipped\n  2 files: of another project\n    ${claude}\n    ${codex}\n`,
  )
  const call = { id: 'a', name: 'Bash', input: { command: 'ls' } }
  const zeros = claudeSession('/p').says('I look.', call, { input: 0, cached: 0, output: 0 })
  writeSession(join(folder, 'c.jsonl'), zeros.gets('a', 'x').lines)
  const { stdout } = replay(join(folder, 'c.jsonl'))
  expect(stdout).toMatch(/\n1 session, 1 with tool output; 0 of 1 outputs/)
  expect(stdout).toMatch(/^The clients recorded no usage, so no bill is known\.\n/)
  // An unchanged session was once listed under "100 % and more", next to "0 would have got worse".
  expect(stdout).toMatch(/\nSessions by share saved\n.*\nunchanged +1 /)
})

test('nothing is changed', () => {
  const before = statSync(claude)
  replay()
  expect(statSync(claude)).toMatchObject({ mtimeMs: before.mtimeMs, size: before.size })
})

test('unreadable files are reported in one line', () => {
  expect(replay('/nowhere/at/all')).toMatchObject({ status: 1, stdout: '' })
  expect(replay('/nowhere/at/all').stderr).toMatch(
    /^mcp-pruner replay: \/nowhere\/at\/all cannot be read: no such file or folder\n$/,
  )
  expect(replay('--since', 'noon').stderr).toMatch(
    /^mcp-pruner replay: --since "noon" is not valid: use a day/,
  )
  expect(replay('--html', '/nowhere/x.html')).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining(
      '--html "/nowhere/x.html" cannot be used: there is no folder /nowhere\n',
    ),
  })
  expect(replay('--html', home)).toMatchObject({
    status: 2,
    stderr: `mcp-pruner replay: --html "${home}" cannot be used: it is a folder\nhint: name a file in it\n`,
  })
  expect(replay('--workers', '0')).toMatchObject({ status: 2 })
  expect(replay('--nonsense')).toMatchObject({ status: 2 })
})

// It printed that nothing was read and exited with 0.
test('what is named and is no recording is refused', () => {
  const folder = join(home, 'others')
  const good = join(folder, 'good', 'a.jsonl')
  writeSession(good, claudeSession('/p').prompt('Go.').says('Done.').lines)
  const [notes, empty] = [join(folder, 'notes.md'), join(folder, 'empty.jsonl')]
  writeFileSync(notes, '# Notes\n')
  writeFileSync(empty, '')
  const reasons = `mcp-pruner replay: ${notes}: not a recording of a known client\nmcp-pruner replay: ${empty}: empty\n`
  expect(replay(notes, empty)).toMatchObject({ status: 1, stdout: '', stderr: reasons })
  const withGood = replay(notes, empty, good)
  expect(withGood).toMatchObject({ status: 1, stderr: reasons })
  expect(withGood.stdout).toMatch(/^1 session, none with tool output\.\n/)
  const json = replay('--json', notes)
  expect(json.status).toBe(1)
  expect(JSON.parse(json.stdout)).toMatchObject({ sessions: 0, notTaken: [{ file: notes }] })
  mkdirSync(join(folder, 'none'))
  expect(replay(join(folder, 'none'))).toMatchObject({
    status: 1,
    stdout: '',
    stderr: `mcp-pruner replay: ${join(folder, 'none')}: no recordings in this folder\n`,
  })
  // Inside a folder, other files are only listed.
  expect(replay(folder)).toMatchObject({ status: 0, stderr: '' })
})

test('on a machine without sessions it says where they would be', () => {
  const empty = runVerb(['replay'], { PATH: process.env.PATH, HOME: join(home, 'nobody') })
  expect(empty).toMatchObject({ status: 0 })
  expect(empty.stdout).toMatch(/^No recorded sessions were found\./)
})

// Recently copied files have old sessions: "26 sessions, none with tool output" did not say so.
test('--since reports files that are new and have nothing of that time', () => {
  const { stdout } = replay('--since', '1d')
  expect(stdout).toBe(
    `No session was read.\n\nSkipped\n  2 files: nothing recorded since then; its last entry is from 2026-11-10\n    ${claude}\n    ${codex}\n`,
  )
})
