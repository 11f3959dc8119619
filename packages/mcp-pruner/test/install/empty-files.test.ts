// A configuration file with nothing in it is a file of the user's: an uninstall leaves it as it was, to the last byte.
import { afterEach, expect, test } from 'vitest'
import { InstalledHome } from './installed-home.js'

const FILES = [
  '.claude.json',
  '.claude/settings.json',
  '.claude/CLAUDE.md',
  '.codex/config.toml',
  '.codex/hooks.json',
  '.gemini/settings.json',
]
let home: InstalledHome
afterEach(() => home.remove())

test.each(['', ' \r\n\t\n', '\ufeff'])('%j comes back', (content) => {
  home = new InstalledHome(Object.fromEntries(FILES.map((file) => [file, content])))
  const clients = ['claude', 'codex', 'gemini', '--native', '--instructions']
  expect(home.run('install', ...clients, '--yes').status).toBe(0)
  expect(home.read('.codex/config.toml')).toContain('[mcp_servers.pruner]')
  expect(home.read('.claude/settings.json')).toContain('native_hook')
  expect(home.run('uninstall', '--yes').status).toBe(0)
  expect(FILES.map(home.read.bind(home))).toEqual(FILES.map(() => content))
})
