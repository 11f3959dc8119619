import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import type { InstallPlace } from './agent-client.js'
import { hookCommand, quoted } from './hook-command.js'

test('a shell reads a quoted word as it was, whatever is in it', () => {
  const words = ['plain', '', "it's", "''", 'a $HOME `b` "c" \\', 'two\nlines', '-n', '*', "'"]
  for (const word of words) {
    const { stdout } = spawnSync('sh', ['-c', `printf %s ${quoted(word)}`], { encoding: 'utf8' })
    expect(stdout).toBe(word)
  }
})

const place = (platform: NodeJS.Platform) =>
  ({
    node: '/opt/my node/bin/node',
    entry: '/data/app/index.js',
    dataFolder: '/data',
    platform,
  }) as InstallPlace

// Windows has no `sh` for the script that spares a start of Node.
test.each([
  ['linux', "sh /data/native/hook.sh codex '/opt/my node/bin/node' /data/app/native-hook.js"],
  ['win32', '"/opt/my node/bin/node" /data/app/native-hook.js codex'],
] as const)('the line for %s', (platform, line) => {
  expect(hookCommand(place(platform), 'codex')).toBe(line)
})
