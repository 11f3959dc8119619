// A store in this process's memory that is over its high water mark: the gate refuses calls until there is room.
import { MCPRequestLimitsSchema } from '@jeeves/contracts'
import { memoryStore } from '@jeeves/mcp-runtime'
import { expect, test } from 'vitest'
import { createGuard } from './guard.js'

test('a memory store uses the cache defaults, and its critical pressure refuses a call', async () => {
  const store = memoryStore({ maxBytes: 10_000 })
  const guard = createGuard(
    () => {},
    () => store.memoryStats?.(),
  )
  const limits = MCPRequestLimitsSchema.parse({})
  const call = { tool: 'read', limitedAs: 'read', request: { file_path: 'a' }, limits }
  const key = (id: string) => ({ domain: 'pruning', id })

  await store.put(key('small'), 'x'.repeat(6_900))
  expect(store.memoryStats?.()).toMatchObject({ pressureLevel: 'low' })
  expect(await guard.before(call)).toBeUndefined()

  await store.put(key('large'), 'x'.repeat(9_500))
  expect(store.memoryStats?.()).toMatchObject({ entryCount: 1, pressureLevel: 'critical' })
  expect(await guard.before(call)).toMatchObject({ code: 'MEMORY_PRESSURE' })
  expect(await guard.before({ ...call, tool: 'recover_text' })).toBeUndefined()

  await store.delete(key('large'))
  expect(await guard.before(call)).toBeUndefined()
})
