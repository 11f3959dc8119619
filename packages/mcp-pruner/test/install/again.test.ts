// An install that is not the first: it upgrades, keeps earlier choices, and finds its own entries where the
// record or a backup of the first one is lost.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ENTRY } from '../stdio/raw-server.js'
import { FIXTURES } from './client-fixtures.js'
import { homeWith, type InstalledHome } from './installed-home.js'

const DATA = '.local/share/mcp-pruner'
const backupOf = (home: InstalledHome): string =>
  home.backupFiles().find((file) => file.endsWith('.claude.json')) ?? ''
const MINE = '{\n  // mine\n  "theme": "dark",\n  "mcpServers": {"x": {"command": "y"}}\n}\n'

const edit = (home: InstalledHome, file: string, change: (text: string) => string): void =>
  writeFileSync(join(home.home, file), change(home.read(file)))

/** But for folders, which nobody knows to be ours once the record is lost, and the cache. */
const filesIn = (home: InstalledHome): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(home.all()).filter(
      ([name, text]) => text !== 'folder' && !name.startsWith('.cache'),
    ),
  )

test('a file that somebody deleted takes the folder created for it along', () => {
  const home = homeWith()
  home.run('install', 'cursor', '--yes')
  rmSync(join(home.home, '.cursor/mcp.json'))
  expect(home.run('uninstall', '--yes').status).toBe(0)
  expect(home.all()).toEqual({})
})

describe('without its backup', () => {
  test('a file keeps what others wrote, and is as before after the uninstall', () => {
    const home = homeWith({ '.claude.json': MINE })
    home.run('install', 'claude', '--yes')
    rmSync(backupOf(home))
    expect(home.run('install', 'claude', '--yes').status).toBe(0)
    expect(home.read('.claude.json')).toContain('// mine\n  "theme": "dark"')
    rmSync(backupOf(home))
    expect(home.run('uninstall', '--yes').status).toBe(0)
    expect(home.all()).toEqual({ '.claude.json': MINE })
  })

  test('a backup that somebody changed does not replace the file', () => {
    const home = homeWith({ '.claude.json': MINE })
    home.run('install', 'claude', '--yes')
    writeFileSync(backupOf(home), '{}')
    home.run('uninstall', '--yes')
    expect(home.read('.claude.json')).toBe(MINE)
  })
})

test('chunks of long ago go with an upgrade; those of a server that may still run stay', () => {
  const home = homeWith()
  home.run('install', 'cursor', '--yes')
  const [old, recent] = ['old-chunk.js', 'recent-chunk.js'].map((name) =>
    join(home.home, DATA, 'app', name),
  ) as [string, string]
  writeFileSync(old, 'export {}\n')
  writeFileSync(recent, 'export {}\n')
  const longAgo = new Date(Date.now() - 31 * 24 * 3_600_000)
  utimesSync(old, longAgo, longAgo)
  expect(home.run('install', 'cursor', '--yes').status).toBe(0)
  expect(existsSync(old)).toBe(false)
  expect(existsSync(recent)).toBe(true)
})

describe('an upgrade without the options of the first install', () => {
  const HOOKS = [
    ['claude', '.claude/settings.json', 'native_hook'],
    ['codex', '.codex/hooks.json', 'native_hook'],
    ['gemini', '.gemini/settings.json', 'AfterTool'],
    ['opencode', '.config/opencode/plugin/mcp-pruner.js', 'tool.execute.after'],
    ['kilo', '.config/kilo/plugin/mcp-pruner.js', 'tool.execute.after'],
    ['copilot', '.copilot/hooks/mcp-pruner.json', 'postToolUse'],
  ] as const

  test('keeps the hooks of every client, and the line of instructions', () => {
    const home = homeWith()
    const clients = HOOKS.map(([client]) => client)
    home.run('install', ...clients, '--native', '--instructions', '--yes')
    const once = home.all()
    expect(home.run('install', ...clients, '--yes').status).toBe(0)
    for (const [, file, hook] of HOOKS) expect(home.read(file)).toContain(hook)
    expect(home.all()).toEqual(once)
    home.run('uninstall', '--yes')
    expect(home.all()).toEqual({})
  })

  test('adds no hooks to a project, nor to a client without any', () => {
    const home = homeWith({ 'p/a': '' })
    home.run('install', 'claude', '--native', '--yes')
    home.run('install', 'claude', '--project', 'p', '--yes')
    expect(home.read('p/.claude/settings.json')).not.toContain('native_hook')
    home.run('install', 'gemini', '--yes')
    expect(home.read('.gemini/settings.json')).not.toContain('hooks')
    expect(home.run('native').stdout).toBe('on: claude\n')
  })

  test('still asks where configured, also if that was configured later', () => {
    const home = homeWith()
    home.run('install', 'claude', '--native', '--yes')
    expect(home.read('.claude/settings.json')).toContain('mcp__pruner')
    home.run('install', 'claude', '--ask', '--yes')
    expect(home.read('.claude/settings.json')).not.toContain('mcp__pruner')
    home.run('install', 'claude', '--yes')
    expect(home.read('.claude/settings.json')).not.toContain('mcp__pruner')
    expect(home.read('.claude/settings.json')).toContain('native_hook')
    home.run('uninstall', '--yes')
    expect(home.all()).toEqual({})
  })

  test('leaves no file behind that only allowed the tools', () => {
    const home = homeWith()
    home.run('install', 'claude', '--yes')
    home.run('install', 'claude', '--ask', '--yes')
    expect(Object.keys(home.all()).filter((file) => file.startsWith('.claude'))).toEqual([
      '.claude.json',
    ])
  })

  test("leaves the user's own shell file that replaced ours in effect", () => {
    const home = homeWith()
    home.run('install', 'claude', '--native', '--yes')
    const own = (text: string) => text.replace(/"[^"]*claude-env\.sh"/, '"/my/own.sh"')
    edit(home, '.claude/settings.json', own)
    home.run('install', 'claude', '--native', '--yes')
    expect(home.read('.claude/settings.json')).toContain('"CLAUDE_ENV_FILE": "/my/own.sh"')
    home.run('uninstall', '--yes')
    expect(JSON.parse(home.read('.claude/settings.json'))).toEqual({
      env: { CLAUDE_ENV_FILE: '/my/own.sh' },
    })
  })
})

describe('where the record is lost', () => {
  test('the entries of all fourteen are found and taken out', () => {
    const home = homeWith(Object.fromEntries(FIXTURES.map(({ file, text }) => [file, text])))
    home.run('install', '--native', '--yes')
    rmSync(join(home.home, DATA, 'installed.json'))
    expect(home.run('install', '--yes').status).toBe(0)
    expect(home.run('doctor', '--json').stdout).not.toContain('found, not set up')
    expect(home.run('uninstall', '--yes').status).toBe(0)
    expect(filesIn(home)).toEqual(
      Object.fromEntries(FIXTURES.map(({ file, text }) => [file, text])),
    )
  })

  test('and with the backups in the data folder, the entries alone are gone', () => {
    const home = homeWith(Object.fromEntries(FIXTURES.map(({ file, text }) => [file, text])))
    home.run('install', '--native', '--yes')
    rmSync(join(home.home, '.local'), { recursive: true })
    expect(home.run('install', '--yes').status).toBe(0)
    expect(home.run('uninstall', '--yes').status).toBe(0)
    const left = filesIn(home)
    expect(Object.values(left).filter((text) => text.includes('pruner'))).toEqual([])
    expect(left['.claude.json']).toBe(FIXTURES.find(({ file }) => file === '.claude.json')?.text)
  })

  test('others’ changes since stay, if no backup shows the earlier state', () => {
    const home = homeWith({ '.cursor/mcp.json': MINE })
    home.run('install', 'cursor', '--yes')
    rmSync(join(home.home, '.local'), { recursive: true })
    edit(home, '.cursor/mcp.json', (text) => `// new\n${text}`)
    home.run('install', 'cursor', '--yes')
    home.run('uninstall', '--yes')
    expect(filesIn(home)).toEqual({ '.cursor/mcp.json': `// new\n${MINE}` })
  })

  test('an uninstall removes the entries', () => {
    const settings = '{\n  "model": "sonnet"\n}\n'
    const home = homeWith({ '.claude/settings.json': settings })
    home.run('install', 'claude', '--native', '--yes')
    rmSync(join(home.home, '.local'), { recursive: true })
    const { status, stderr } = home.run('uninstall', '--yes')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const left = JSON.stringify(filesIn(home))
    expect(left).not.toContain('native_hook')
    expect(left).not.toContain('mcp-pruner')
    expect(left).toContain('sonnet')
    expect(home.run('uninstall', '--yes').stdout).toBe('Nothing is installed.\n')
  })

  test('an entry of the user with our name is not replaced without a word', () => {
    const own = '{ "mcpServers": { "pruner": { "command": "my-pruner" } } }'
    const home = homeWith({ '.cursor/mcp.json': own })
    const { status, stderr } = home.run('install', 'cursor', '--yes')
    expect(status).toBe(0)
    expect(stderr).toContain(
      `${join(home.home, '.cursor/mcp.json')} has an entry mcpServers.pruner of your own, which is replaced; uninstall puts it back`,
    )
    home.run('uninstall', '--yes')
    expect(filesIn(home)).toEqual({ '.cursor/mcp.json': own })
  })

  test('a damaged one is set aside by the next install, and no other verb shows a stack', () => {
    const home = homeWith({ '.claude.json': MINE })
    home.run('install', 'claude', '--native', '--yes')
    const file = join(home.home, DATA, 'installed.json')
    writeFileSync(file, '{')
    const said = `${file} is damaged\nhint: restore it, or install again\n`
    expect(home.run('native', 'off')).toEqual({
      status: 1,
      stdout: '',
      stderr: `mcp-pruner native: ${said}`,
    })
    expect(home.run('uninstall', '--yes').stderr).toBe(`mcp-pruner uninstall: ${said}`)
    const again = home.run('install', 'claude', '--yes')
    expect(again.status).toBe(0)
    expect(again.stderr).toContain(`${file} is damaged: install backs it up`)
    expect(readFileSync(`${file}.damaged`, 'utf8')).toBe('{')
    expect(home.run('doctor').status).toBe(0)
    home.run('uninstall', '--yes')
    expect(home.read('.claude.json')).toBe(MINE)
    expect(filesIn(home)).toEqual({ '.claude.json': MINE })
  })
})

describe('settings of the built-in tools that cannot be used', () => {
  test.each([
    ['{"on": true, "rawCommands": ["terraform plan",]}', 'is not valid JSON'],
    ['{"on": true, "rawCommands": "terraform plan"}', 'is not right: rawCommands: '],
  ])('%s are named and not written over', (text, says) => {
    const home = homeWith()
    home.run('install', 'claude', '--native', '--yes')
    const file = join(home.home, DATA, 'native/settings.json')
    writeFileSync(file, text)
    for (const args of [
      ['native'],
      ['native', 'off'],
      ['install', 'claude', '--native', '--yes'],
    ]) {
      const { status, stderr } = home.run(...args)
      expect(stderr).toContain(`${file} ${says}`)
      expect(stderr).toContain('\nhint: correct it, or delete it to start over\n')
      expect(status).toBe(2)
    }
    expect(readFileSync(file, 'utf8')).toBe(text)
    rmSync(file)
    expect(home.run('native', 'on').stdout).toBe('on: claude\n')
  })
})

test('doctor names the project in its hint, and does not report one that is gone', () => {
  const home = homeWith({ '.cursor/mcp.json': '{}' })
  mkdirSync(join(home.home, 'p'))
  home.run('install', 'cursor', '--project', 'p', '--yes')
  writeFileSync(join(home.home, 'p/.cursor/mcp.json'), '{}')
  const project = join(home.home, 'p')
  expect(home.run('doctor').stdout).toContain(
    `fix: mcp-pruner install cursor --project ${project}\n`,
  )
  rmSync(project, { recursive: true })
  expect(home.run('doctor')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(
      `note  Cursor: set up for the project ${project}, which is missing\n`,
    ),
  })
})

test('doctor looks for the hooks of Codex where they were installed', () => {
  const home = homeWith()
  mkdirSync(join(home.home, 'p'))
  home.run('install', 'codex', '--native', '--project', 'p', '--yes')
  const { findings } = JSON.parse(home.run('doctor', '--json').stdout) as {
    findings: { about: string; text: string }[]
  }
  expect(findings.filter(({ about }) => about === 'Codex hooks').map(({ text }) => text)).toEqual([
    'not trusted yet: Codex does not run them',
  ])
})

describe('what to type', () => {
  test('is written in full if mcp-pruner is not on PATH, as after npx', () => {
    const home = homeWith()
    const copy = join(home.home, DATA, 'app/index.js')
    const hint = (how: string) => `(mcp-pruner is not on PATH: use ${how} instead)\n`
    const before = home.run('doctor')
    expect(before.stdout).toContain(hint(`${process.execPath} ${ENTRY}`))
    const { stdout } = home.run('install', 'cursor', '--yes')
    expect(stdout.endsWith(`uninstall\n${hint(`${process.execPath} ${copy}`)}`)).toBe(true)
    const byNpx = home.runWith({ npm_command: 'exec' }, 'install', 'cursor', '--yes')
    expect(byNpx.stdout).toContain(hint('npx -y @jeeves/mcp-pruner'))
    expect(
      spawnSync(process.execPath, [copy, 'uninstall', '--yes'], { env: { HOME: home.home } })
        .status,
    ).toBe(0)
    expect(filesIn(home)).toEqual({})
  })

  test('is not repeated where it is on PATH', () => {
    const home = homeWith({ 'bin/mcp-pruner': '' })
    chmodSync(join(home.home, 'bin/mcp-pruner'), 0o755)
    const { stdout } = home.runWith({ PATH: join(home.home, 'bin') }, 'install', 'cursor', '--yes')
    expect(stdout.endsWith('To undo: mcp-pruner uninstall\n')).toBe(true)
  })

  test('a file that several clients share is named once', () => {
    const home = homeWith()
    mkdirSync(join(home.home, 'p'))
    const args = ['cursor', 'amp', '--project', 'p', '--instructions', '--yes']
    const { stdout } = home.run('install', ...args)
    expect(stdout.match(/AGENTS\.md/g)).toHaveLength(1)
    expect(stdout).toContain(`Cursor, Amp: create ${join(home.home, 'p/AGENTS.md')}\n`)
  })
})

// A name with a control character was escaped as `\\x7f`, which JSON does not have.
test('what is printed for programs is JSON, whatever a folder is called', () => {
  const home = homeWith()
  const project = join(home.home, 'odd\u007f\u2028name')
  mkdirSync(project)
  const args = ['cursor', '--project', project, '--dry-run', '--json']
  const { files } = JSON.parse(home.run('install', ...args).stdout) as { files: { file: string }[] }
  expect(files[0]?.file).toBe(join(project, '.cursor/mcp.json'))
})

test('doctor records nothing as if a model had paid for it', () => {
  const home = homeWith()
  home.run('install', 'cursor', '--yes')
  expect(home.run('doctor').status).toBe(0)
  expect(home.run('stats').stdout).toContain('No call of an agent client has been recorded yet.')
})

test('hooks that a newer Claude Code does not need are removed, and put back for an older one', () => {
  const home = homeWith({ '.claude.json': '{}' })
  const hooks = () => /"hooks"/.test(home.read('.claude/settings.json'))
  const installFor = (version: string) => {
    mkdirSync(join(home.home, 'bin'), { recursive: true })
    const program = join(home.home, 'bin/claude')
    writeFileSync(program, `#!/bin/sh\necho '${version} (Claude Code)'\n`, { mode: 0o755 })
    const PATH = `${join(home.home, 'bin')}:/usr/bin:/bin`
    // A process asks a client for its version once.
    const args = ['install', 'claude', '--native', '--yes']
    expect(home.runAlone({ PATH }, ...args).status).toBe(0)
  }
  installFor('2.1.286')
  expect(hooks()).toBe(true)
  installFor('2.1.287')
  expect(hooks()).toBe(false)
  expect(home.read('.claude/skills/mcp-pruner/hooks/hooks.json')).toContain('register.js')
  installFor('2.1.99')
  expect(hooks()).toBe(true)
  installFor('10.0.0')
  expect(hooks()).toBe(false)
})

describe('what pruned in the newest session of Claude Code', () => {
  const NATIVE = ['install', 'claude', '--native', '--yes'] as const
  const claudeHome = () => {
    const home = homeWith({ '.claude.json': '{}' })
    mkdirSync(join(home.home, 'bin'))
    writeFileSync(join(home.home, 'bin/claude'), '#!/bin/sh\necho 2.1.325\n', { mode: 0o755 })
    const PATH = `${join(home.home, 'bin')}:/usr/bin:/bin`
    expect(home.runWith({ PATH }, ...NATIVE).status).toBe(0)
    return { home, PATH }
  }
  const inPlugin = (home: InstalledHome) =>
    home.read('.claude/skills/mcp-pruner/hooks/hooks.json').includes('native_hook')
  const inSettings = (home: InstalledHome) =>
    home.read('.claude/settings.json').includes('native_hook')

  test('is not known before the first: the plugin has hooks that do not need the module', () => {
    const { home, PATH } = claudeHome()
    expect([inPlugin(home), inSettings(home)]).toEqual([true, false])
    const said = 'Claude Code: pruned by the hooks module or, where it does not run, by hooks'
    expect(home.runWith({ PATH }, 'doctor').stdout).toContain(said)
  })

  test.each([
    ['module', false, 'its newest session was pruned by the hooks module'],
    ['hooks', true, 'its newest session ran no hooks module and was pruned by hooks'],
    ['nothing', true, 'its newest session ran neither the hooks module nor hooks'],
  ])('%s: doctor says so, and the next install gives it what it needs', (by, isHooked, said) => {
    const { home, PATH } = claudeHome()
    writeFileSync(join(home.home, DATA, 'native/claude-pruned-by'), `${by}\n`)
    expect(home.runWith({ PATH }, 'doctor').stdout).toContain(`Claude Code: ${said}`)
    expect(home.runWith({ PATH }, ...NATIVE).status).toBe(0)
    expect([inPlugin(home), inSettings(home)]).toEqual([isHooked, false])
    expect(home.runWith({ PATH }, 'uninstall', '--yes').status).toBe(0)
    expect(home.read('.claude.json')).toBe('{}')
  })
})
