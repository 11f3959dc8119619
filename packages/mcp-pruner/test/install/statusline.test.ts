// `install --statusline`: the line is put where there is none, stays over a second install, and goes with the rest.
import { expect, test } from 'vitest'
import { InstalledHome } from './installed-home.js'

const SETTINGS = '.claude/settings.json'

test('is added if there is none, and removed again', () => {
  const home = new InstalledHome({ [SETTINGS]: '{}\n' })
  expect(home.run('install', 'claude', '--statusline', '--yes').status).toBe(0)
  const { statusLine } = JSON.parse(home.read(SETTINGS)) as { statusLine: object }
  expect(statusLine).toEqual({
    type: 'command',
    command: expect.stringMatching(/index\.js statusline$/),
  })
  expect(home.run('install', 'claude', '--yes').status).toBe(0)
  expect(JSON.parse(home.read(SETTINGS))).toHaveProperty('statusLine', statusLine)
  expect(home.run('uninstall', '--yes').status).toBe(0)
  expect(home.read(SETTINGS)).toBe('{}\n')
  home.remove()
})

test('leaves the user’s own', () => {
  const own = { type: 'command', command: 'my-line' }
  const home = new InstalledHome({ [SETTINGS]: JSON.stringify({ statusLine: own }) })
  expect(home.run('install', 'claude', '--statusline', '--yes').status).toBe(0)
  expect(JSON.parse(home.read(SETTINGS))).toHaveProperty('statusLine', own)
  home.remove()
})
