// Bodies that nobody would send, from a fixed seed: every one is answered, and none with a fault of ours.
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { http, pruneArguments, type RunningService, runService } from './running-service.js'

let service: RunningService
beforeAll(async () => {
  service = await runService()
})
afterAll(() => service.stop())

const RUNS = 600
const ROUND_TRIP_MS = 120_000

const methods = fc.constantFrom(
  'initialize',
  'notifications/initialized',
  'tools/list',
  'tools/call',
  'resources/list',
  'health',
  '__proto__',
  'constructor',
  '',
)
const odd = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(null, -1, 0, 1e308, '', '__proto__', '\ud800', '\u0000', '⟦NO_PRUNE_BEGIN⟧'),
)
const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 3_000 }),
  fc
    .array(fc.constantFrom('\n', '\r\n', 'error', '⟧', '⟦PRUNÉ: ', ' '), { maxLength: 2_000 })
    .map((parts) => parts.join('')),
)
/** A good call in which some parts are not. */
const nearlyPrune = fc
  .record({
    text: oddText,
    key: fc.constantFrom('text', 'goal_hint', 'source_type', 'options', 'x'),
    value: odd,
    spoil: fc.boolean(),
  })
  .map(({ text, key, value, spoil }) => ({
    name: 'prune_text',
    arguments: { ...pruneArguments(text), ...(spoil && { [key]: value }) },
  }))
const nearlyRecover = fc.record({
  name: fc.constantFrom('recover_text', 'recover_range', 'health', 'nope'),
  arguments: fc.oneof(odd, fc.record({ prune_id: odd, ranges: odd, include_line_numbers: odd })),
})
const message = fc.oneof(
  fc.record(
    { jsonrpc: fc.constantFrom('2.0', '1.0', 2), id: odd, method: methods, params: odd },
    { requiredKeys: [] },
  ),
  fc.record({
    jsonrpc: fc.constant('2.0'),
    id: fc.nat(),
    method: fc.constant('tools/call'),
    params: fc.oneof(nearlyPrune, nearlyRecover),
  }),
  odd,
)
const whole = fc
  .oneof(message, fc.array(message, { maxLength: 5 }))
  .map((body) => JSON.stringify(body))
const torn = fc.tuple(whole, fc.nat(), fc.uint8Array({ maxLength: 8 })).map(([body, at, noise]) => {
  const bytes = Buffer.from(body)
  const cut = at % (bytes.length + 1)
  return Buffer.concat([bytes.subarray(0, cut), noise, bytes.subarray(cut)])
})
const bodies = fc.oneof(
  whole,
  torn,
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
)
const paths = fc.constantFrom('/rpc', '/rpc', '/rpc', '/prune', '/mcp')

test('every body gets an answer in time, and no 5xx but 503', async () => {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  await fc.assert(
    fc.asyncProperty(paths, bodies, async (path, body) => {
      const answer = http(`${service.url}${path}`, { method: 'POST', headers, body })
      const late = new Promise<never>((_, reject) => {
        setTimeout(() => reject(new Error('no answer')), ROUND_TRIP_MS).unref()
      })
      const { status, json } = await Promise.race([answer, late])
      expect(status < 500 || status === 503).toBe(true)
      if (path !== '/rpc' || status === 204) return
      for (const reply of Array.isArray(json) ? json : [json]) {
        expect(reply).toMatchObject({ jsonrpc: '2.0' })
        expect('result' in reply !== 'error' in reply).toBe(true)
        expect(reply.error?.code).not.toBe(-32603)
      }
    }),
    { seed: 20_260_226, numRuns: RUNS },
  )
  expect((await http(`${service.url}/health`)).status).toBe(200)
  expect(service.events.filter(({ level }) => level === 'error')).toEqual([])
})
