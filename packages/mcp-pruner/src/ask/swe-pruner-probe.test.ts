import { afterEach, expect, test } from 'vitest'
import { json, type StandIn, startStandIn } from '../../test/stdio/stand-in-pruner.js'
import { enginesFor } from './engines.js'
import { createProbe } from './swe-pruner-probe.js'
import { oneLazyWorker } from './text-pruner.js'

const services: StandIn[] = []
afterEach(() => Promise.all(services.splice(0).map((service) => service.close())))

async function serve(health: unknown, prune: unknown = { pruned_code: 'one\n' }): Promise<StandIn> {
  const service = await startStandIn((response, body, path) =>
    json(path === '/health' ? health : prune)(response, body, path),
  )
  services.push(service)
  return service
}

test.each([
  [{ status: 'healthy', model_loaded: true }, true],
  [{ status: 'ok' }, true],
  [{ status: 'loading' }, false],
  [{ status: 'healthy', model_loaded: false }, false],
  [{ status: 'error' }, false],
  [{ hello: 'world' }, false],
  [null, false],
])('a health of %j means ready: %s', async (health, ready) => {
  const { url } = await serve(health)
  expect(await createProbe(url).isReady()).toBe(ready)
})

test('a service that dies after a good probe gives way to the embedded engine, and is left alone', async () => {
  const service = await serve({ status: 'healthy' })
  const settings = {
    url: service.url,
    probeFirst: true,
    fallback: 'raw',
    timeoutMs: 5000,
    directives: false,
    maxInputBytes: 1e6,
    maxTokens: 6000,
  } as const
  const engines = enginesFor(settings, oneLazyWorker())
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
