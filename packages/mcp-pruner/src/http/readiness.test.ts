import { expect, test } from 'vitest'
import { createReadiness } from './readiness.js'

const usage = async () => ({ entries: 1, bytes: 2 })
const load = { alive: 2, busy: 1, queued: 3, warning: undefined }
const ready = (
  parts: Partial<Parameters<typeof createReadiness>[0]> = {},
): ReturnType<ReturnType<typeof createReadiness>> =>
  createReadiness({
    isDraining: () => false,
    store: { usage } as never,
    storeMs: 60_000,
    load,
    ...parts,
  })()

test('all is well', async () => {
  expect(await ready()).toEqual({
    status: 'ready',
    draining: false,
    store: 'ok',
    model_loaded: true,
    workers: { alive: 2, busy: 1, queued: 3 },
  })
})

test('without its store it still prunes', async () => {
  const broken = { usage: () => Promise.reject(new Error('gone')) } as never
  expect(await ready({ store: broken })).toMatchObject({ status: 'degraded', store: 'unreachable' })
  const silent = { usage: () => new Promise(() => {}) } as never
  expect(await ready({ store: silent, storeMs: 5 })).toMatchObject({ status: 'degraded' })
})

test('without workers, or while it drains, it is unavailable', async () => {
  expect(await ready({ load: { ...load, alive: 0 } })).toMatchObject({ status: 'unavailable' })
  expect(await ready({ isDraining: () => true })).toMatchObject({
    status: 'unavailable',
    draining: true,
    store: 'ok',
  })
})

test('a missing model is told', async () => {
  expect(await ready({ load: { ...load, warning: 'no weights' } })).toMatchObject({
    status: 'ready',
    model_loaded: false,
  })
})
