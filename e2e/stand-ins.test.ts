import { request } from 'node:http'
import { expect, test } from 'vitest'
import { listen } from './stand-ins/listen.js'

test('control: an attempt to get past the stand-in is refused and recorded', async () => {
  const standIn = await listen(() => {})
  try {
    const { hostname, port } = new URL(standIn.origin)
    const status = await new Promise((resolve, reject) => {
      request({ hostname, port, method: 'CONNECT', path: 'example.com:443' })
        .once('connect', ({ statusCode }) => resolve(statusCode))
        .once('error', reject)
        .end()
    })
    expect(status).toBe(403)
    expect(standIn.asked).toEqual(['CONNECT example.com:443'])
  } finally {
    await standIn.close()
  }
})
