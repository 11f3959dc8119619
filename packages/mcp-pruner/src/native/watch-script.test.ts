// On a busy machine the read timeout expired in the middle of a word: neither half was a word, and a wrapped
// command that had ended was waited for without end.
import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WATCH_SCRIPT } from './watch-script.js'

const START = `mkfifo -m 600 "$1.ctl" "$1.done" || exit 1
exec 5<>"$1.out" 6<>"$1.ctl" 7<>"$1.done"
printf 'e' >&6
exec /bin/bash -p "$0" "$1" 100 1 "$2" file`

let folder: string
beforeAll(() => {
  folder = makeTree({ 'watch.sh': WATCH_SCRIPT })
})
afterAll(() => removeTree(folder))

test.skipIf(process.platform === 'win32')('a word that comes in two pieces is heard', async () => {
  const at = join(folder, '1t1')
  writeFileSync(`${at}.out`, 'what the command printed\n')
  const child = spawn('/bin/sh', ['-c', START, join(folder, 'watch.sh'), at, `${process.pid}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const shown = text(child.stdout)
  // Longer than one read timeout.
  await sleep(1500)
  const told = spawnSync('/bin/sh', ['-c', 'printf "nd\\n" 1<>"$0"', `${at}.ctl`])
  expect(told.status).toBe(0)
  const late = sleep(200_000).then(() => child.kill('SIGKILL'))
  expect(await Promise.race([shown, late])).toBe('what the command printed\n')
})
