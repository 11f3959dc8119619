// A background job that had moved its output to another descriptor was not seen: its file was abandoned, and
// kept growing without a name.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { filesPrintedInto } from './open-files.js'
import { OutputFile } from './output-file.js'

test.runIf(process.platform === 'linux').each([
  ['as its standard output', 'echo ready >&2; exec sleep 60'],
  ['as descriptor 3 alone', 'exec 3>&1 >/dev/null; echo ready >&2; exec sleep 60'],
])('a file that a process holds %s may still be printed into', async (_, script) => {
  const file = new OutputFile()
  expect(filesPrintedInto()?.has(file.inode)).toBe(false)
  const child = spawn('/bin/sh', ['-c', script], { stdio: ['ignore', file.fd, 'pipe'] })
  await once(child.stderr!, 'data')
  expect(filesPrintedInto()?.has(file.inode)).toBe(true)
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
  expect(filesPrintedInto()?.has(file.inode)).toBe(false)
  file.close()
})
