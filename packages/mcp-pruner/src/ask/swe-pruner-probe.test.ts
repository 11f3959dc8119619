import { afterEach, expect, test } from 'vitest'
import { startHere } from '../../test/http/running-service.js'
import { json, type StandIn, startStandIn } from '../../test/stdio/stand-in-pruner.js'
import { enginesFor } from './engines.js'
import { createProbe } from './swe-pruner-probe.js'
import { oneLazyWorker } from './text-pruner.js'

/** A busy machine may take longer than users wait; that it is not waited for without end has its own test. */
const probeOf = (url: string) => createProbe(url, 60_000)

const services: StandIn[] = []
afterEach(() => Promise.all(services.splice(0).map((service) => service.close())))

/** A swe-pruner's answer to the probe. */
const PRUNED = {
  score: 0.62,
  pruned_code: 'def add(a, b):\n    return a + b\n(filtered 4 lines)\n',
  token_scores: [['def', 0.9]],
  kept_frags: [1, 2],
  origin_token_cnt: 24,
  left_token_cnt: 12,
  model_input_token_cnt: 40,
  error_msg: null,
}
const HEALTHY = { status: 'healthy', model_loaded: true }

async function serve(health: unknown, prune: unknown = PRUNED): Promise<StandIn> {
  const service = await startStandIn((response, body, path) =>
    json(path === '/health' ? health : prune)(response, body, path),
  )
  services.push(service)
  return service
}

test.each([
  ['a swe-pruner', HEALTHY, PRUNED, true],
  ['one without a word about its model', { status: 'healthy' }, PRUNED, true],
  ['one whose error is empty', HEALTHY, { ...PRUNED, error_msg: '' }, true],
  ['any service with a health of its own', { status: 'ok' }, PRUNED, false],
  ['one that is loading', { status: 'loading' }, PRUNED, false],
  ['one whose model is not loaded', { status: 'healthy', model_loaded: false }, PRUNED, false],
  ['a page', 'a page', 'a page', false],
  ['nothing', null, null, false],
  ['one that echoes', HEALTHY, { code: 'x', query: 'y' }, false],
  ['one that only has the text', HEALTHY, { pruned_code: 'x' }, false],
  ['one with a field of its own', HEALTHY, { ...PRUNED, collected: true }, false],
  ['one that returns another text', HEALTHY, { ...PRUNED, pruned_code: 'thanks' }, false],
  ['one that returns nothing', HEALTHY, { ...PRUNED, pruned_code: '' }, false],
  ['one that keeps lines that are not there', HEALTHY, { ...PRUNED, kept_frags: [99] }, false],
  ['one that counts no tokens', HEALTHY, { ...PRUNED, origin_token_cnt: 0 }, false],
  ['one that counts more than there was', HEALTHY, { ...PRUNED, left_token_cnt: 99 }, false],
  ['one that failed', HEALTHY, { ...PRUNED, error_msg: 'out of memory' }, false],
])('%s is a swe-pruner: %#', async (_, health, prune, ready) => {
  const service = await serve(health, prune)
  expect(await probeOf(service.url).isReady()).toBe(ready)
  // Only the fixed text, and only to a service that reports itself healthy.
  for (const { path, body } of service.requests) {
    expect(body).toBe(
      path === '/health'
        ? ''
        : '{"query":"Which function adds two numbers?","code":"def add(a, b):\\n    return a + b\\n\\n\\ndef greet(name):\\n    print(name)\\n"}',
    )
  }
})

test('one that does not answer is not waited for', async () => {
  const service = await startStandIn(() => {})
  services.push(service)
  expect(await createProbe(service.url).isReady()).toBe(false)
})

test('this service passes the probe too', async () => {
  const service = await startHere()
  expect(await probeOf(`${service.url}/prune`).isReady()).toBe(true)
  await service.close()
})

test('a service that dies after a good probe is replaced by the embedded engine, and not asked again', async () => {
  const service = await serve(HEALTHY)
  const settings = {
    url: service.url,
    probeFirst: true,
    fallback: 'embedded',
    timeoutMs: 5000,
    directives: false,
    maxInputBytes: 1e6,
    maxTokens: 6000,
  } as const
  const engines = enginesFor(settings, oneLazyWorker(), probeOf)
  const names = async () => (await engines?.())?.map(({ name }) => name)
  const [http] = (await engines?.()) ?? []
  expect(await names()).toEqual(['http', 'embedded'])
  await service.close()
  services.length = 0
  const request = {
    text: 'one\n',
    question: 'which?',
    origin: 'explicit',
    timeoutMs: 5000,
  } as const
  const result = await http?.prune(request, new AbortController().signal)
  expect(result).toMatchObject({ ok: false, error: { code: 'http_error' } })
  expect(await names()).toEqual(['embedded'])
})
