import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { untilGone } from '@jeeves/testing'
import { expect, test } from 'vitest'

const KILLED = fileURLToPath(new URL('./killed-server.case.ts', import.meta.url))

// On a busy machine a server was killed in between, and its command ran on for five minutes.
test.runIf(process.platform === 'linux')(
  'a command ends with a server that is killed before it could send the id',
  async () => {
    const { stdout, signal } = spawnSync(
      process.execPath,
      ['--import', 'tsx', '--conditions=@jeeves/source', KILLED],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
    )
    expect(signal).toBe('SIGKILL')
    const pid = Number(stdout)
    expect(pid).toBeGreaterThan(0)
    expect(await untilGone(pid)).toBe(true)
  },
)
