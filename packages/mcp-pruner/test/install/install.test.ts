import { spawn, spawnSync } from 'node:child_process'
import { once as heard } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { RawClient } from '@jeeves/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FIXTURES } from './client-fixtures.js'
import { homeWith, InstalledHome } from './installed-home.js'

/** What the tests of each client found, as docs/install.md shows it. */
const table: string[] = []
const lineCount = (text: string) => text.split('\n').length

describe('every client', () => {
  let home: InstalledHome
  let before: Readonly<Record<string, string>>
  let once: Readonly<Record<string, string>>
  let twice: Readonly<Record<string, string>>
  let after: Readonly<Record<string, string>>
  let backups: readonly string[]
  const results: ReturnType<InstalledHome['run']>[] = []
  beforeAll(() => {
    home = new InstalledHome(Object.fromEntries(FIXTURES.map(({ file, text }) => [file, text])))
    before = home.all()
    const names = FIXTURES.map(({ client }) => client)
    const install = () => home.run('install', ...names, '--native', '--yes')
    results.push(install())
    once = home.all()
    backups = home.backups()
    results.push(install())
    twice = home.all()
    results.push(home.run('uninstall', '--yes'))
    after = home.all()
  })
  afterAll(() => home.remove())

  test.each(FIXTURES)(
    '$client is set up twice and taken out: the file is byte for byte as before',
    ({ client, oddity, file, text, holds }) => {
      // Latin-1, as `all` reads it.
      const written = Buffer.from(once[file] ?? '', 'latin1').toString('utf8')
      for (const part of holds) expect(written).toContain(part)
      expect(backups).toContain(text)
      let at = 0
      for (const character of written) if (character === text[at]) at += 1
      expect(text.slice(at)).toBe('')
      expect(twice[file]).toBe(once[file])
      expect(after[file]).toBe(before[file])
      table.push(
        [
          `\`${client}\``,
          `\`~/${file}\``,
          oddity,
          `${lineCount(written) - lineCount(text)} lines`,
          'the same bytes',
          'as before',
        ].join(' | '),
      )
    },
  )

  test('and nothing else is changed by the second install, or left by the uninstall', () => {
    expect(results).toMatchObject([
      { status: 0, stderr: '' },
      { status: 0 },
      { status: 0, stderr: '' },
    ])
    expect(twice).toEqual(once)
    expect(after).toEqual(before)
  })
})

test.each(FIXTURES)(
  '$client is set up though it is not found, and leaves nothing behind',
  ({ client, file }) => {
    const home = homeWith()
    expect(home.run('install', client, '--native', '--instructions', '--yes').status).toBe(0)
    expect(home.read(file)).toContain('pruner')
    expect(home.run('uninstall', client, '--yes').status).toBe(0)
    expect(home.all()).toEqual({})
  },
)

test('the table in docs/install.md equals the results', () => {
  const docs = readFileSync(new URL('../../../../docs/install.md', import.meta.url), 'utf8')
  const rows = docs.split('\n').map((line) => line.replaceAll(/\s+/g, ' '))
  expect(table).toHaveLength(14)
  for (const row of table) expect(rows).toContain(`| ${row} |`)
})

test('all fourteen at once, and one of them out again', () => {
  const home = homeWith(Object.fromEntries(FIXTURES.map(({ file, text }) => [file, text])))
  const before = home.all()
  expect(home.run('install', '--yes').status).toBe(0)
  for (const { file } of FIXTURES) expect(home.read(file)).toContain('pruner')
  expect(home.run('uninstall', 'cursor', '--yes').status).toBe(0)
  expect(home.read('.cursor/mcp.json')).toBe(before['.cursor/mcp.json'])
  expect(home.read('.codex/config.toml')).toContain('pruner')
  expect(home.run('uninstall', '--yes').status).toBe(0)
  expect(home.all()).toEqual(before)
})

test('the copy that clients use starts on its own, with this Node', async () => {
  const home = homeWith()
  home.run('install', 'cursor', '--yes')
  const entry = JSON.parse(home.read('.cursor/mcp.json')) as {
    mcpServers: { pruner: { command: string; args: string[] } }
  }
  const { command, args } = entry.mcpServers.pruner
  expect(command).toBe(process.execPath)
  expect(args[0]?.startsWith(home.home)).toBe(true)
  const server = new RawClient(command, args, { HOME: home.home, PATH: '/usr/bin:/bin' })
  await server.until(() => server.eventsNamed('mcp_pruner.ready')[0])
  server.child.stdin.end()
  expect((await server.exited).code).toBe(0)
})

test('the copy has all that it needs, the page too', async () => {
  const home = homeWith()
  home.run('install', 'cursor', '--yes')
  const copy = join(home.home, '.local/share/mcp-pruner/app/index.js')
  const page = spawn(process.execPath, [copy, 'ui', '--no-open'], {
    env: { HOME: home.home, PATH: '/usr/bin:/bin' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [address] = (await heard(page.stdout, 'data')) as [Buffer]
  const answered = await fetch(new URL(address.toString().trim()))
  expect(await answered.text()).toMatch(/^<!doctype html>/)
  page.kill()
  await heard(page, 'exit')
})

test('the copy finds its files in an environment that does not name their folder', () => {
  const home = homeWith()
  const elsewhere = { XDG_DATA_HOME: join(home.home, 'data') }
  home.runWith(elsewhere, 'install', 'codex', '--native', '--yes')
  const copy = join(home.home, 'data/mcp-pruner/app/index.js')
  const { stdout } = spawnSync(process.execPath, [copy, 'native'], {
    encoding: 'utf8',
    env: { HOME: home.home, PATH: '/usr/bin:/bin' },
  })
  expect(stdout).toBe('on: codex\n')
})

describe('what others wrote', () => {
  test('after the install stays, and our entries alone are gone', () => {
    const home = homeWith({ '.claude.json': '{\n  "a": 1\n}\n' })
    home.run('install', 'claude', '--yes')
    const file = join(home.home, '.claude.json')
    const settings = JSON.parse(readFileSync(file, 'utf8')) as { mcpServers: object }
    writeFileSync(file, JSON.stringify({ ...settings, numStartups: 2 }))
    expect(home.run('uninstall', '--yes').status).toBe(0)
    expect(home.read('.claude.json')).toBe('{"a":1,"numStartups":2}')
    expect(Object.keys(home.all())).toEqual(['.claude.json'])
  })

  test('between two installs is part of what uninstall restores', () => {
    const home = homeWith({ '.codex/config.toml': 'model = "a"\n' })
    home.run('install', 'codex', '--yes')
    const file = join(home.home, '.codex/config.toml')
    writeFileSync(file, `# new\n${readFileSync(file, 'utf8')}`)
    home.run('install', 'codex', '--yes')
    home.run('uninstall', '--yes')
    expect(home.read('.codex/config.toml')).toBe('# new\nmodel = "a"\n')
  })

  test('under our own name is restored', () => {
    const text = '{"mcpServers":{"pruner":{"command":"mine"}}}'
    const home = homeWith({ '.cursor/mcp.json': text })
    home.run('install', 'cursor', '--yes')
    expect(home.read('.cursor/mcp.json')).not.toContain('mine')
    home.run('uninstall', '--yes')
    expect(home.read('.cursor/mcp.json')).toBe(text)
  })

  test('as a file for the shell stays in force', () => {
    const text = '{"env":{"CLAUDE_ENV_FILE":"/my/env.sh"}}'
    const home = homeWith({ '.claude/settings.json': text })
    home.run('install', 'claude', '--native', '--yes')
    expect(home.read('.claude/settings.json')).toContain('"CLAUDE_ENV_FILE":"/my/env.sh"')
    home.run('uninstall', '--yes')
    expect(home.read('.claude/settings.json')).toBe(text)
  })
})

describe('a file that cannot be used', () => {
  test.each([
    ['.gemini/settings.json', '{ "a": ', 'it is not valid JSON'],
    ['.codex/config.toml', 'a = [1\n', 'it is not valid TOML'],
    ['.continue/config.yaml', 'a: [1\n', 'it is not valid YAML'],
    ['.qwen/settings.json', '{"mcpServers": []}', 'mcpServers is not an object'],
    ['.factory/mcp.json', Buffer.from([0x7b, 0xff, 0x7d]).toString('latin1'), 'it is not'],
  ])('%s is left alone and named, and the others are written', (file, text, reason) => {
    const home = homeWith({ [file]: text, '.cursor/mcp.json': '{}' })
    const result = home.run('install', '--yes')
    expect(result.status).toBe(1)
    expect(result.stderr).toContain(`${join(home.home, file)} was left alone: ${reason}`)
    expect(home.read(file)).toBe(text)
    expect(home.read('.cursor/mcp.json')).toContain('pruner')
  })

  test('a link is written through, and permissions stay', () => {
    const home = homeWith({ 'dotfiles/mcp.json': '{}\n', '.cursor/other': '' })
    chmodSync(join(home.home, 'dotfiles/mcp.json'), 0o640)
    symlinkSync('../dotfiles/mcp.json', join(home.home, '.cursor/mcp.json'))
    home.run('install', 'cursor', '--yes')
    expect(home.read('dotfiles/mcp.json')).toContain('pruner')
    expect(statSync(join(home.home, 'dotfiles/mcp.json')).mode & 0o777).toBe(0o640)
    home.run('uninstall', '--yes')
    expect(home.read('dotfiles/mcp.json')).toBe('{}\n')
  })
})

describe('a place that is not a plain file', () => {
  test('a link that leads nowhere yet is written through and stays a link', () => {
    const home = homeWith({ 'dotfiles/other': '', '.cursor/other': '' })
    const link = join(home.home, '.cursor/mcp.json')
    symlinkSync('../dotfiles/mcp.json', link)
    const before = home.all()
    expect(home.run('install', 'cursor', '--yes').status).toBe(0)
    expect(home.read('dotfiles/mcp.json')).toContain('pruner')
    expect(readlinkSync(link)).toBe('../dotfiles/mcp.json')
    expect(home.run('uninstall', '--yes').status).toBe(0)
    expect(home.all()).toEqual(before)
    expect(readlinkSync(link)).toBe('../dotfiles/mcp.json')
  })

  test('a file that is read-only is left alone and named, without a backup', () => {
    const home = homeWith({ '.cursor/mcp.json': '{}\n', '.qwen/settings.json': '{}\n' })
    const file = join(home.home, '.cursor/mcp.json')
    chmodSync(file, 0o444)
    expect(home.run('install', '--yes')).toMatchObject({
      status: 1,
      stderr: `${file} was not written: it is read-only\n`,
    })
    expect(home.read('.cursor/mcp.json')).toBe('{}\n')
    expect(home.backups()).toEqual(['{}\n'])
    expect(home.read('.qwen/settings.json')).toContain('pruner')
  })

  test.each([
    ['a folder', (file: string) => mkdirSync(file), 'it is a folder'],
    ['a link to itself', (file: string) => symlinkSync(file, file), 'it is a link to itself'],
  ])('%s in the place of a file is named', (_what, make, reason) => {
    const home = homeWith({ '.cursor/other': '' })
    const file = join(home.home, '.cursor/mcp.json')
    make(file)
    expect(home.run('install', 'cursor', '--yes')).toMatchObject({
      status: 1,
      stderr: `${file} was left alone: ${reason}\n`,
    })
  })
})

describe('the command line', () => {
  test('--dry-run prints a diff and writes nothing', () => {
    const home = homeWith({ '.cursor/mcp.json': '{\n  "a": 1\n}\n' })
    const before = home.all()
    const { status, stdout } = home.run('install', '--dry-run')
    expect(status).toBe(0)
    expect(stdout).toContain(' {\n-  "a": 1\n+  "a": 1,\n+  "mcpServers": {\n+    "pruner": {\n')
    expect(home.all()).toEqual(before)
  })

  test('--json reports what was done', () => {
    const home = homeWith({ '.cursor/mcp.json': '{}' })
    const { stdout } = home.run('install', '--json', '--yes')
    const file = join(home.home, '.cursor/mcp.json')
    expect(JSON.parse(stdout)).toEqual({
      clients: ['cursor'],
      written: true,
      files: [{ file, clients: ['cursor'], action: 'change' }],
      left: [],
      undo: 'mcp-pruner uninstall',
    })
    expect(JSON.parse(home.run('uninstall', '--json', '--yes').stdout)).toEqual({
      files: [{ file, action: 'restored' }],
      left: [],
    })
  })

  test('--project writes to the project, --instructions one line to its CLAUDE.md and AGENTS.md', () => {
    const home = homeWith({ 'p/CLAUDE.md': '# Mine' })
    const before = home.all()
    const args = ['claude', 'codex', '--project', 'p', '--instructions', '--yes']
    expect(home.run('install', ...args).status).toBe(0)
    expect(home.read('p/.mcp.json')).toContain('"pruner"')
    expect(home.read('p/.claude/settings.json')).toContain('mcp__pruner')
    expect(home.read('p/CLAUDE.md')).toMatch(/^# Mine\nWhen you need only part of a long file.*\n$/)
    expect(home.read('p/AGENTS.md')).toContain('context_focus_question')
    home.run('uninstall', '--yes')
    expect(home.all()).toEqual(before)
  })

  test('--ask leaves the permission prompt to Claude Code', () => {
    const home = homeWith()
    home.run('install', 'claude', '--ask', '--yes')
    expect(Object.keys(home.all())).not.toContain('.claude/settings.json')
  })

  test.each([
    [
      ['install', 'nothing'],
      'mcp-pruner install: CLIENT "nothing" is not valid: use one of claude, codex, ',
    ],
    [
      ['install', '--odd'],
      'mcp-pruner install: unknown option "--odd"\nhint: mcp-pruner install --help\n',
    ],
    [
      ['install', 'amp', '--project', 'none', '-y'],
      'mcp-pruner install: --project "none" cannot be used: it is not a folder\n',
    ],
    [
      ['install', 'amp', '--user', '--project', '.'],
      'mcp-pruner install: --user and --project cannot be combined\n',
    ],
    [
      ['install', 'amp'],
      'mcp-pruner install: cannot ask for confirmation without a terminal\nhint: pass --yes, or preview',
    ],
  ])('%j is refused with exit code 2', (args, message) => {
    const { status, stderr } = homeWith().run(...args)
    expect(stderr.slice(0, message.length)).toBe(message)
    expect(status).toBe(2)
  })

  test('no client, a project without a config of the client, and a damaged record give exit code 1', () => {
    const home = homeWith({ p: '' })
    expect(home.run('install', '--yes')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('no agent client was found'),
    })
    expect(home.run('install', 'cline', '--project', '.', '--yes')).toMatchObject({
      status: 1,
      stderr: 'Cline has no per-project config; omit --project\n',
    })
    expect(home.run('uninstall', '--yes').stdout).toContain('nothing to remove')
    home.run('install', 'amp', '--yes')
    writeFileSync(join(home.home, '.local/share/mcp-pruner/installed.json'), '{')
    expect(home.run('uninstall', '--yes')).toMatchObject({ status: 1 })
    rmSync(join(home.home, '.local'), { recursive: true })
    expect(home.run('uninstall', '--yes')).toMatchObject({
      status: 0,
      stdout: `deleted: ${join(home.home, '.config/amp/settings.json')}\n`,
    })
    expect(home.run('uninstall', '--yes').stdout).toBe('Nothing is installed.\n')
  })
})
