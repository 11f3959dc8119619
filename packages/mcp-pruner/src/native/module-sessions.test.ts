import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ModuleSessions } from './module-sessions.js'

test('a module counts as running after its first request, in its own session', () => {
  const modules = new ModuleSessions({})
  expect(modules.isRunning('s')).toBe(false)
  modules.noteSent('s', 't1')
  expect([
    modules.isRunning('s'),
    modules.isRunning('other'),
    modules.isRunning(undefined),
  ]).toEqual([true, false, false])
})

test('one that asks about no result any more has stopped, and is running again when it asks', () => {
  const modules = new ModuleSessions({})
  modules.noteSent('s', '')
  for (const call of ['1', '2', '3', '4', '5']) {
    expect(modules.isRunning('s')).toBe(true)
    modules.noteEnded('s', call)
  }
  expect(modules.isRunning('s')).toBe(false)
  modules.noteSent('s', '6')
  expect(modules.isRunning('s')).toBe(true)
})

test('one that asks a moment later has not stopped', () => {
  const modules = new ModuleSessions({})
  modules.noteSent('s', '')
  for (let call = 0; call < 20; call += 1) {
    modules.noteEnded('s', `${call}`)
    modules.noteSent('s', `${call}`)
  }
  expect(modules.isRunning('s')).toBe(true)
})

test('the record of a session is found in the folder of its project', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'claude-'))
  try {
    const modules = new ModuleSessions({ CLAUDE_CONFIG_DIR: folder })
    expect(await modules.transcriptOf('s1')).toBeUndefined()
    for (const project of ['-a', '-b'])
      mkdirSync(join(folder, 'projects', project), { recursive: true })
    const file = join(folder, 'projects', '-b', 's1.jsonl')
    writeFileSync(file, '')
    expect(await modules.transcriptOf('s1')).toBe(file)
    expect(await modules.transcriptOf('../-b/s1')).toBeUndefined()
  } finally {
    rmSync(folder, { recursive: true })
  }
})
