// Background processes of a wrapped command, and its remains on the disk.
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { untilGone } from '@jeeves/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NativeHome, WHY } from './native-home.js'

let home: NativeHome
let folder: string
beforeAll(async () => {
  home = new NativeHome()
  await home.start()
  folder = await home.exchange()
})
afterAll(() => home.end())

const left = () => readdirSync(folder).filter((name) => name !== 'ask')
const until = async (isSo: () => boolean) => {
  while (!isSo()) await sleep(20)
}

describe.each(['pipe', 'file'] as const)('a client that takes output from a %s', (into) => {
  test('has the whole output, and the exit code, of a program with a job in the background', async () => {
    const pid = join(home.home, `${into}.pid`)
    const lines = `node -e "for(let i=0;i<30;i++)console.log('line '+i)"`
    const command = await home.wrapped(`sleep 300 & echo $! >${pid}; ${lines}; exit 3`, WHY)
    const { output, code } = await home.shell(command, { into })
    expect({ lines: output.split('\n').length, code }).toEqual({ lines: 31, code: 3 })
    process.kill(Number(readFileSync(pid, 'utf8')))
    await until(() => left().length === 0)
  })

  // 200 MB lay in an unlinked file. And a job that prints faster than it is read had the shell wait for good.
  test('stores nothing of a job’s later output', async () => {
    const pid = join(home.home, `${into}-yes.pid`)
    const job = `(while :; do printf '%08000d' 0; done) & echo $! >${pid}`
    const { output } = await home.shell(await home.wrapped(`${job}; echo started`, WHY), { into })
    expect(output).toContain('started')
    const jobId = Number(readFileSync(pid, 'utf8'))
    if (into === 'pipe') await until(() => left().length === 0)
    else {
      const file = join(folder, left().find((name) => name.endsWith('.out')) ?? '')
      const sizes = [0]
      // Emptied again and again.
      await until(
        () => sizes.push(statSync(file).size) > 2 && (sizes.at(-1) ?? 0) < (sizes.at(-2) ?? 0),
      )
    }
    process.kill(jobId)
    expect(await untilGone(jobId)).toBe(true)
    await until(() => left().length === 0)
  })
})

test('a program that exits at once loses nothing if the client accepts a file', async () => {
  home.settings({ waitMs: 150 })
  const program = `node -e "for(let i=0;i<20000;i++)console.log('line '+i+' '+'x'.repeat(90));process.exit(3)"`
  const command = await home.wrapped(program, WHY)
  expect(command).toContain('# mcp-pruner')
  home.server?.child.kill('SIGSTOP')
  const { output, code } = await home.shell(command, { into: 'file' })
  home.server?.child.kill('SIGCONT')
  expect({ lines: output.split('\n').length, code }).toEqual({ lines: 20_001, code: 3 })
  home.settings({})
})

test('leftovers of a killed shell are removed with the server', async () => {
  for (const name of ['1t1.out', '1t1.shown', '1t1.seen']) {
    writeFileSync(join(folder, name), 'left')
    utimesSync(join(folder, name), 1, 1)
  }
  home.server?.child.stdin?.end()
  await home.server?.exited
  // The command before may still be removing its own files, and removes the folder then.
  await until(() => !existsSync(folder))
  expect(existsSync(folder)).toBe(false)
})
