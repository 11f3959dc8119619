import { expect, test } from 'vitest'
import { callFacts } from './call-kind.js'

test.each([
  ['Read', 'read'],
  ['view', 'read'],
  ['Bash', 'shell'],
  ['exec_command', 'shell'],
  // Copilot's shell on Windows.
  ['powershell', 'shell'],
  ['Grep', 'search'],
  // Copilot's search, which passed as a tool that is not pruned.
  ['rg', 'search'],
  ['apply_patch', 'edit'],
  ['Agent', 'other'],
])('%s is of the kind %s', (name, kind) => {
  expect(callFacts(name, {}).kind).toBe(kind)
})
