import { expect, test } from 'vitest'
import { callFacts } from './call-kind.js'

test.each([
  [
    'one command',
    'const r = await tools.exec_command({ cmd: "npm test" }); text(r.output)',
    'npm test',
  ],
  [
    'single quotes, further arguments',
    "await tools.exec_command({ workdir: '/x', cmd: 'ls -l', yield_time_ms: 1000 })",
    'ls -l',
  ],
  [
    'several',
    'await Promise.all([tools.exec_command({cmd:"a b"}), tools.exec_command({cmd:`c\nd`})])',
    'a b\nc\nd',
  ],
  ['escapes', 'await tools.exec_command({ "cmd": "grep -n \\"x\\" a\\nls" })', 'grep -n "x" a\nls'],
  ['a list', 'await tools.shell({ command: ["bash", "-lc", "make all"] })', 'make all'],
])('a script of Codex with %s is a shell command', (_name, script, command) => {
  expect(callFacts('exec', script)).toMatchObject({ kind: 'shell', command })
})

test('a script that runs no command is none', () => {
  expect(callFacts('exec', 'text(load("plan"))')).toMatchObject({
    kind: 'other',
    command: undefined,
  })
})

test('a script that patches a file is an edit', () => {
  const script =
    'await tools.apply_patch(`*** Begin Patch\n*** Update File: a.ts\n@@\n-x\n+y\n*** End Patch`)'
  expect(callFacts('exec', script)).toMatchObject({ kind: 'edit', path: 'a.ts' })
})
