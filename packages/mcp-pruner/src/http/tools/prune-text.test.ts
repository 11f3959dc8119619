import { expect, test } from 'vitest'
import { overloaded } from '../rpc-errors.js'
import { DEFAULT_LIMITS } from '../service-limits.js'
import { createPruneText } from './prune-text.js'

// A text that was hashed and reserved before it is refused has cost what the refusal saves.
test('a text that would be late is refused before anything is done for it', async () => {
  const asked: number[] = []
  const tool = createPruneText({
    recovery: undefined as never,
    metrics: undefined as never,
    limits: DEFAULT_LIMITS,
    admission: {
      refuseIfFull: () => {},
      admit: (timeoutMs) => {
        asked.push(timeoutMs)
        throw overloaded('late')
      },
    },
  })
  const args = {
    text: 'a',
    goal_hint: 'which?',
    source_type: 'logs' as const,
    options: {
      timeout_ms: 1000,
      max_prune_ratio: 0.9,
      min_keep_lines: 1,
      annotate_lines: false,
      include_markers: true,
    },
  }
  const reserved: number[] = []
  const call = { reserve: (bytes: number) => void reserved.push(bytes) }
  await expect(tool.run(args, call as never)).rejects.toMatchObject({
    data: { code: 'overloaded' },
  })
  // A quarter of the caller's time is left for the way there and back.
  expect([asked, reserved]).toEqual([[750], []])
})
