import { expect, test } from 'vitest'
import type { Upstream } from '../upstream/upstream.js'
import { initializeResult } from './initialize-result.js'

const server = (name: string, instructions?: string) =>
  ({ name, info: { protocolVersion: '2025-06-18', instructions } }) as unknown as Upstream
const additions = {
  instructions: 'Ours.',
  boundText: async (text: string) => text,
  maxBytes: 10_240,
}
const instructionsOf = async (...servers: Upstream[]) =>
  (await initializeResult(servers, additions, '2025-06-18'))['instructions']

test('the instructions of one server come as they are, those of several under their names', async () => {
  const odd = server('odd', 'Handle with care.')
  expect(await instructionsOf(odd)).toBe('Handle with care.\n\nOurs.')
  expect(await instructionsOf(odd, server('quiet'), server('all', 'Ask first.'))).toBe(
    '# odd\n\nHandle with care.\n\n# all\n\nAsk first.\n\nOurs.',
  )
})
