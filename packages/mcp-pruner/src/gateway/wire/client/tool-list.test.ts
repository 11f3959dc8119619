import { expect, test } from 'vitest'
import type { WrappedTool } from './catalog.js'
import { toolList } from './tool-list.js'

// A server of an API's description sent 30 tools with the description of each operation beside the schema.
test('what clients do not read of a definition allows no further growth', () => {
  const tool = (i: number): WrappedTool => {
    const name = `get_item_${i}`
    const definition = {
      name,
      description: `Returns item ${i}`,
      inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
      operation: { path: `/items/${i}`, responses: 'x'.repeat(500) },
    }
    return { upstream: {} as never, name, exposedName: name, definition, owns: new Set() }
  }
  const wrapped = Array.from({ length: 30 }, (_, i) => tool(i))
  const list = toolList(wrapped, {
    shown: 'unknown',
    own: [],
    shortOwn: [],
    parameters: 'question',
  })
  const asked = list.filter((each) => JSON.stringify(each).includes('context_focus_question'))
  const read = wrapped.map(({ definition: { name, description, inputSchema } }) => ({
    name,
    description,
    inputSchema,
  }))
  const added = asked.length * ',"context_focus_question":{"type":"string"}'.length
  expect(asked.length).toBeGreaterThan(0)
  expect(added / JSON.stringify(read).length).toBeLessThan(0.1)
})
