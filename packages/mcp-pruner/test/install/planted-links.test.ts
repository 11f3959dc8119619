// Somebody else's repository has links where an install writes. Nothing outside the project may change,
// whatever they lead to.
import { spawnSync } from 'node:child_process'
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { InstalledHome } from './installed-home.js'

const BASHRC = 'alias ll="ls -l"\n'
/** What the repository would like the next shell to run. */
const EVIL = '{"mcpServers": {}, "x": "\\n touch /tmp/owned \\n"}\n'

let home: InstalledHome
const project = (file: string) => join(home.home, 'repo', file)
const plant = (link: string, to: string) => {
  mkdirSync(dirname(project(link)), { recursive: true })
  symlinkSync(to, project(link))
}
const install = (...more: string[]) =>
  home.run('install', ...more, '--project', project(''), '--native', '--yes')

const begin = (files: Readonly<Record<string, string>> = {}) => {
  home = new InstalledHome({ '.bashrc': BASHRC, 'repo/.mcp.json': EVIL, ...files })
}
afterEach(() => home.remove())

describe('links beside the file', () => {
  test('the name of an old backup that leads to a file of the user’s', () => {
    begin()
    plant('.mcp.json.before-mcp-pruner', '../.bashrc')
    expect(install('claude').status).toBe(0)
    expect(home.read('.bashrc')).toBe(BASHRC)
    expect(home.read('repo/.mcp.json')).toContain('pruner')
    expect(readlinkSync(project('.mcp.json.before-mcp-pruner'))).toBe('../.bashrc')
  })

  test('every name that a temporary file could have by its process', () => {
    begin()
    // Ids are given in turn, after 32,768 from 300 on: the install has one soon after this.
    const { pid } = spawnSync('true')
    for (let next = pid; next < pid + 4_000; next += 1) {
      const id = pid <= 32_768 && next > 32_768 ? next - 32_468 : next
      symlinkSync('../.bashrc', project(`.mcp.json.mcp-pruner-${id}`))
    }
    expect(install('claude').status).toBe(0)
    expect(home.read('.bashrc')).toBe(BASHRC)
  })

  test('nothing of ours but the file itself is left in the project', () => {
    begin()
    expect(install('claude').status).toBe(0)
    expect(readdirSync(project('')).sort()).toEqual(['.claude', '.mcp.json'])
    expect(home.run('uninstall', '--yes').status).toBe(0)
    expect(home.read('repo/.mcp.json')).toBe(EVIL)
  })
})

describe('a link instead of the file', () => {
  const CASES = [
    ['claude', '.mcp.json', '../.bashrc', '.bashrc'],
    ['claude', '.claude/settings.json', '../../.bashrc', '.bashrc'],
    ['claude', '.claude/settings.json', '../../not-there', 'not-there'],
    ['claude', '.claude', '../outside', 'outside/settings.json'],
    ['claude', '.claude', '../not-there', 'not-there/settings.json'],
    ['codex', '.codex', '../outside', 'outside/config.toml'],
    ['gemini', '.gemini/settings.json', '../hop', 'outside/settings.json'],
    ['cursor', '.cursor/mcp.json', '../../.bashrc', '.bashrc'],
  ] as const
  test.each(CASES)('%s: %s → %s is refused and named', (client, link, to, target) => {
    home = new InstalledHome({ '.bashrc': BASHRC, 'outside/keep': 'as it was\n', 'repo/a': '' })
    if (to === '../hop') {
      symlinkSync('../outside/settings.json', project('hop'))
      mkdirSync(project('.gemini'))
      symlinkSync('../hop', project(link))
    } else plant(link, to)
    const before = outside()
    const { stderr } = install(client)
    expect(outside()).toEqual(before)
    const file = link.endsWith('json') ? link : `${link}/${target.split('/')[1]}`
    expect(stderr).toContain(
      `${project(file)} was left alone: it leads out of the project, to ${join(home.home, target)}\n`,
    )
  })

  test('one that stays inside the project is written through', () => {
    home = new InstalledHome({ 'repo/shared/mcp.json': '{}\n' })
    plant('.mcp.json', 'shared/mcp.json')
    expect(install('claude').status).toBe(0)
    expect(home.read('repo/shared/mcp.json')).toContain('pruner')
    expect(lstatSync(project('.mcp.json')).isSymbolicLink()).toBe(true)
  })

  test('one created after the install is not followed by the uninstall either', () => {
    begin()
    install('claude')
    const text = home.read('repo/.mcp.json')
    writeFileSync(join(home.home, 'outside.json'), text)
    rmSync(project('.mcp.json'))
    plant('.mcp.json', '../outside.json')
    const { stderr, status } = home.run('uninstall', '--yes')
    expect(status).toBe(1)
    expect(stderr).toContain(`${project('.mcp.json')} was left alone: it leads out of the project`)
    expect(home.read('outside.json')).toBe(text)
  })
})

/** Everything next to the repository, except our own files. */
const outside = () =>
  Object.fromEntries(
    Object.entries(home.all()).filter(([name]) => !/^(?:repo|\.local|\.cache)(?:\/|$)/.test(name)),
  )
