// What install and uninstall do with the answer of somebody at a terminal.
import { spawn, spawnSync } from 'node:child_process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ENTRY } from '../stdio/raw-server.js'
import { InstalledHome } from './installed-home.js'

const hasTerminal = spawnSync('script', ['--version']).status === 0

let home: InstalledHome
beforeEach(() => {
  home = new InstalledHome()
})
afterEach(() => home.remove())

/** The keys are typed once the question is there: before it, they would be the terminal's own. */
async function typed(keys: string, verb: string): Promise<{ code: number | null; shown: string }> {
  const line = `'${process.execPath}' '${ENTRY}' ${verb} cursor`
  const child = spawn('script', ['-qec', line, '/dev/null'], {
    env: { PATH: '/usr/bin:/bin', HOME: home.home, TERM: 'dumb' },
  })
  let shown = ''
  let isTyped = false
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text
    if (isTyped || !shown.includes('[y/N]')) return
    isTyped = true
    child.stdin.write(keys)
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, shown: shown.replaceAll('\r', '') }
}

test.runIf(hasTerminal).each([
  ['no', 'n\n'],
  ['nothing', '\n'],
  ['Ctrl-C', '\x03'],
  ['Ctrl-D', '\x04'],
])('%s changes nothing, and says so', async (_name, keys) => {
  const before = home.all()
  const { code, shown } = await typed(keys, 'install')
  expect(shown).toMatch(/Nothing was changed\.\n$/)
  expect(shown).not.toContain('Error')
  expect(code).toBe(1)
  expect(home.all()).toEqual(before)

  home.run('install', 'cursor', '--yes')
  const installed = home.all()
  const undone = await typed(keys, 'uninstall')
  expect(undone.shown).toMatch(/Nothing was changed\.\n$/)
  expect(undone.code).toBe(1)
  expect(home.all()).toEqual(installed)
})

test.runIf(hasTerminal)('yes writes, and yes removes it again', async () => {
  expect((await typed('y\n', 'install')).shown).toContain('To undo: mcp-pruner uninstall\n')
  expect(home.read('.cursor/mcp.json')).toContain('pruner')
  expect(await typed('yes\n', 'uninstall')).toMatchObject({ code: 0 })
  expect(home.all()).toEqual({})
})
