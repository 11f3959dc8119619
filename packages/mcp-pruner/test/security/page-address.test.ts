// Every account can read the arguments of every program: the token of the page must not be there.
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { makeTree, removeTree } from '@jeeves/testing'
import { expect, test } from 'vitest'
import { ENTRY } from '../stdio/raw-server.js'

test.skipIf(process.platform !== 'linux')(
  'ui opens a file of mode 600 that leads to the page',
  async () => {
    const home = makeTree({
      'bin/xdg-open':
        '#!/bin/sh\necho "$@" > "$HOME/opened.new"; mv "$HOME/opened.new" "$HOME/opened"\n',
    })
    chmodSync(join(home, 'bin/xdg-open'), 0o755)
    const child = spawn(process.execPath, [ENTRY, 'ui'], {
      env: { PATH: `${join(home, 'bin')}:/usr/bin:/bin`, HOME: home },
    })
    let address = ''
    child.stdout.on('data', (text) => {
      address += String(text)
    })
    while (!existsSync(join(home, 'opened'))) await sleep(20)
    const opened = readFileSync(join(home, 'opened'), 'utf8').trim()
    const [, token = ''] = address.trim().split('#')
    expect(token.length).toBeGreaterThan(20)
    expect(opened).not.toContain(token)
    expect(opened).toMatch(/^file:\/\//)
    const file = fileURLToPath(opened)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toContain(`url=${address.trim()}"`)
    child.kill('SIGTERM')
    await new Promise((resolve) => child.once('exit', resolve))
    expect(existsSync(file)).toBe(false)
    removeTree(home)
  },
)
