import { expect, test } from 'vitest'
import { createGuard } from '../../call/guard.js'
import type { EventFields } from '../../process/events.js'
import { createHealth } from './health.js'
import { createToolSet } from './tool-set.js'

test('an internal error of a tool is logged, and its caller gets the id to look it up', async () => {
  const events: [string, EventFields | undefined][] = []
  const broken = {
    ...createHealth(),
    run: async () => {
      throw new TypeError('a secret detail')
    },
  }
  const tools = createToolSet([broken], {
    pipeline: {
      guard: createGuard(() => {}),
      pruneOutput: async () => {
        throw new Error('never reached')
      },
    },
    output: 'structured',
    metrics: { toolCall: () => {} },
    emit: (level, event, fields) => {
      if (level === 'error') events.push([event, fields])
    },
  })
  const context = { requestId: 'r-1', signal: new AbortController().signal }
  const error: unknown = await tools.call({ name: 'health' }, context).catch((caught) => caught)
  expect(error).toMatchObject({
    code: -32603,
    message: 'Internal error',
    data: { code: 'internal_error', request_id: 'r-1' },
  })
  expect(JSON.stringify(error)).not.toContain('secret')
  expect(events).toMatchObject([
    [
      'tool.internal_error',
      { request_id: 'r-1', data: { stack: expect.stringContaining('a secret detail') } },
    ],
  ])
})

test('only a client that is sent structured values is promised their schema', () => {
  const { definition, ...health } = createHealth()
  const typed = {
    ...health,
    definition: { ...definition, outputSchema: { type: 'object' as const } },
  }
  const listed = (output: 'structured' | 'text') =>
    createToolSet([typed], {
      pipeline: {
        guard: createGuard(() => {}),
        pruneOutput: async () => {
          throw new Error('never reached')
        },
      },
      output,
      metrics: { toolCall: () => {} },
      emit: () => {},
    }).listFor(undefined)
  expect(listed('structured')).toMatchObject([{ outputSchema: { type: 'object' } }])
  expect(listed('text')[0]).not.toHaveProperty('outputSchema')
})
