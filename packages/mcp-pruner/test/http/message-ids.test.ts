// Which ids `/rpc` answers to: those that come back as they were sent.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { post, type RunningService, runService } from './running-service.js'

let service: RunningService
beforeAll(async () => {
  service = await runService()
})
afterAll(() => service.stop())

const send = async (body: string) => (await post(`${service.url}/rpc`, body)).json

test.each(['1e400', '-1e400', '12345678901234567890', '{}', 'true'])(
  'a request with the id %s is refused, and does not run',
  async (id) => {
    const call = `{"jsonrpc":"2.0","id":${id},"method":"health"}`
    const refused = {
      jsonrpc: '2.0',
      id: null,
      error: {
        code: -32600,
        message: 'Invalid Request',
        data: { reason: '"id" must be a string, a number that JSON can carry or null' },
      },
    }
    expect(await send(call)).toEqual(refused)
    expect(await send(`[${call}]`)).toEqual([refused])
  },
)

test.each(['0', '-1', '1.5', '""', '"1e400"', 'null'])('the id %s comes back', async (id) => {
  const { id: echoed, result } = await send(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`)
  expect(JSON.stringify(echoed)).toBe(id)
  expect(result).toEqual({})
})

test('a response is not a request', async () => {
  expect(await send('{"jsonrpc":"2.0","id":3,"result":{}}')).toMatchObject({
    id: 3,
    error: { code: -32600 },
  })
})
