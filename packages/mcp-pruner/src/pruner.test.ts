// The HTTP pruner against a real service: what it sends, what it believes, and that it never throws.
import { afterEach, describe, expect, test } from 'vitest'
import { type Answer, json, type StandIn, startStandIn } from '../test/stdio/stand-in-pruner.js'
import { getPrunerConfig, pruneContent } from './pruner.js'

const CODE = 'one\ntwo\nthree\n'
const services: StandIn[] = []
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()))
})

async function serve(answer: Answer): Promise<StandIn> {
  const service = await startStandIn(answer)
  services.push(service)
  return service
}

const pruneWith = async (answer: Answer, timeoutMs = 5000) => {
  const { url } = await serve(answer)
  return pruneContent(CODE, 'which?', { url, timeoutMs })
}

describe('settings', () => {
  test('are the URL and the time limit', () => {
    expect(getPrunerConfig({})).toEqual({ url: 'http://localhost:8000/prune', timeoutMs: 30_000 })
    const env = { PRUNER_URL: 'http://127.0.0.1:9/p', PRUNER_TIMEOUT_MS: '250' }
    expect(getPrunerConfig(env)).toEqual({ url: 'http://127.0.0.1:9/p', timeoutMs: 250 })
  })

  test('an empty URL turns pruning off', async () => {
    expect(getPrunerConfig({ PRUNER_URL: '' }).url).toBe('')
    const result = await pruneContent(CODE, 'which?', { url: '', timeoutMs: 100 })
    expect(result).toEqual({ ok: true, content: CODE })
  })
})

describe('a pruner that answers', () => {
  test('is sent the code and the trimmed question, and nothing else', async () => {
    const { url, requests } = await serve(json({ pruned_code: 'two' }))
    await pruneContent(CODE, '  which?\n', { url, timeoutMs: 5000 })
    expect(requests).toHaveLength(1)
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ code: CODE, query: 'which?' })
  })

  test.each([
    [{ pruned_code: 'two\n', content: 'x', text: 'x' }],
    [{ content: 'two\n', text: 'x' }],
    [{ pruned_code: 7, text: 'two\n' }],
  ])('is believed from the first string field: %j', async (answer) => {
    expect(await pruneWith(json(answer))).toMatchObject({ ok: true, content: 'two\n' })
  })
})

describe('a failing pruner leaves the text unchanged', () => {
  test.each<[string, Answer, string]>([
    ['answers 500', json({ pruned_code: 'x' }, 500), 'http_error'],
    ['answers no field', json({ other: 'x' }), 'invalid_response'],
    ['answers a list', json([]), 'invalid_response'],
    [
      'answers what is not JSON',
      (response) => response.end('{"pruned_code": "tw'),
      'invalid_response',
    ],
    ['closes the connection', (response) => response.destroy(), 'http_error'],
  ])('when it %s', async (_, answer, code) => {
    const result = await pruneWith(answer)
    expect(result).toMatchObject({ ok: false, content: CODE, error: { code } })
  })

  test('when it does not answer in time', async () => {
    const result = await pruneWith(() => {}, 100)
    expect(result).toMatchObject({ ok: false, content: CODE, error: { code: 'timeout' } })
  })

  test('when nobody listens', async () => {
    const service = await startStandIn(json({}))
    await service.close()
    const result = await pruneContent(CODE, 'which?', { url: service.url, timeoutMs: 5000 })
    expect(result).toMatchObject({ ok: false, content: CODE, error: { code: 'http_error' } })
  })

  test('when it sends the text elsewhere: a redirect is not followed', async () => {
    const elsewhere = await serve(json({ pruned_code: 'two' }))
    const result = await pruneWith((response) => {
      response.writeHead(307, { location: elsewhere.url }).end()
    })
    expect(result).toMatchObject({ ok: false, content: CODE, error: { code: 'http_error' } })
    expect(elsewhere.requests).toEqual([])
  })

  test('when it answers without end: reading stops at the bound', async () => {
    let sent = 0
    const megabyte = 'x'.repeat(1_048_576)
    const result = await pruneWith((response) => {
      response.write('{"pruned_code":"')
      const more = () => {
        while (!response.destroyed && sent < 200) {
          sent += 1
          if (response.write(megabyte)) continue
          response.once('drain', more)
          return
        }
      }
      more()
    }, 60_000)
    expect(result).toMatchObject({ ok: false, content: CODE, error: { code: 'invalid_response' } })
    expect(sent).toBeLessThan(100)
  })
})
