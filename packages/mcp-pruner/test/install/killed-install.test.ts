// Installs killed at every stage: a client's file is whole at all times, and whatever an install left
// behind, the next one and an uninstall bring back the bytes that were there before.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sampled } from '@jeeves/testing'
import { expect, test } from 'vitest'
import { ENTRY } from '../stdio/raw-server.js'
import { InstalledHome } from './installed-home.js'

const KILLS = sampled(6, 80)
const AT_ONCE = sampled(2, 4)
/** From before the first write to after the last one, on machines of different speed. */
const STEP_MS = 23
const MAX_MS = 900

const OWN = {
  '.claude.json': '{\n  "mcpServers": {"mine": {"command": "mine"}},\n  "numStartups": 7\n}\n',
  '.claude/settings.json': '{\n  "hooks": {},\n  "model": "opus"\n}\n',
} as const

async function killedInstall(home: InstalledHome, afterMs: number): Promise<void> {
  const child = spawn(process.execPath, [ENTRY, 'install', 'claude', '--native', '--yes'], {
    cwd: home.home,
    env: { PATH: '/usr/bin:/bin', HOME: home.home },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  const timer = setTimeout(() => child.kill('SIGKILL'), afterMs)
  await ended
  clearTimeout(timer)
}

test(`${KILLS} killed installs leave every file whole, and uninstall restores it`, async () => {
  const homes = Array.from({ length: AT_ONCE }, () => new InstalledHome(OWN))
  for (let killed = 0; killed < KILLS; killed += AT_ONCE) {
    await Promise.all(
      homes.map(async (home, i) => {
        await killedInstall(home, ((killed + i) * 7 * STEP_MS) % MAX_MS)
        for (const file of ['.claude.json', '.claude/settings.json'] as const) {
          const found = JSON.parse(home.read(file)) as Record<string, unknown>
          expect(found).toMatchObject(
            file === '.claude.json' ? { numStartups: 7 } : { model: 'opus' },
          )
        }
      }),
    )
  }
  for (const home of homes) {
    expect(home.run('install', 'claude', '--native', '--yes')).toMatchObject({ status: 0 })
    expect(home.run('uninstall', '--yes')).toMatchObject({ status: 0, stderr: '' })
    expect(home.read('.claude.json')).toBe(OWN['.claude.json'])
    expect(home.read('.claude/settings.json')).toBe(OWN['.claude/settings.json'])
    expect(Object.keys(home.all()).filter((file) => /\.mcp-pruner|\.tmp/.test(file))).toEqual([])
    home.remove()
  }
}, 900_000)
