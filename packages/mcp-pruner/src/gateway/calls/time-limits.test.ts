import { expect, test } from 'vitest'
import { usualTimeLimit } from './rules.js'

test.each([
  ['execute_command', {}, 1_200_000],
  ['browser_navigate', { annotations: { readOnlyHint: true } }, 1_200_000],
  ['deepResearch', {}, 1_200_000],
  ['ax_agent_run', {}, 1_200_000],
  ['read_file', { annotations: { readOnlyHint: true, openWorldHint: false } }, 60_000],
  ['read_file', { annotations: { readOnlyHint: true } }, 300_000],
  ['create_entities', {}, 300_000],
  // Runs is a word of its own only as one.
  ['list_trunks', {}, 300_000],
])('%s with %j: %i ms', (name, definition, limit) => {
  expect(usualTimeLimit(name, definition)).toBe(limit)
})
