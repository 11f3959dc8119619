import { expect, test } from 'vitest'
import { parseRedisAddress } from './redis-address.js'
import { redisStore } from './redis-store.js'

const base = { tls: false, database: 0, master: '' }

test.each([
  ['redis://', { ...base, kind: 'server', hosts: [{ host: 'localhost', port: 6379 }] }],
  ['redis://h/3', { ...base, kind: 'server', hosts: [{ host: 'h', port: 6379 }], database: 3 }],
  [
    'rediss://us%40er:p%3Aw:d@[::1]:7000',
    {
      ...base,
      kind: 'server',
      hosts: [{ host: '::1', port: 7000 }],
      username: 'us@er',
      password: 'p:w:d',
      tls: true,
    },
  ],
  [
    'redis+cluster://:pw@a:1,b,10.0.0.3:3',
    {
      ...base,
      kind: 'cluster',
      hosts: [
        { host: 'a', port: 1 },
        { host: 'b', port: 6379 },
        { host: '10.0.0.3', port: 3 },
      ],
      password: 'pw',
    },
  ],
  [
    'rediss+sentinel://a,b:2/main/4',
    {
      kind: 'sentinel',
      hosts: [
        { host: 'a', port: 26379 },
        { host: 'b', port: 2 },
      ],
      tls: true,
      database: 4,
      master: 'main',
    },
  ],
])('%s is read', (address, expected) => {
  expect(parseRedisAddress(address)).toEqual(expected)
})

test.each([
  '',
  'localhost:6379',
  'http://:hunter2@host',
  'redis//x',
  'redis://a,b',
  'redis://host:0',
  'redis://host:70000',
  'redis://:hunter2@host/x',
  'redis+cluster://',
  'redis+cluster://a,,b',
  'redis+sentinel://a,b',
  'redis+ring://a',
  'redis://:%ff@host',
])('%j is not a Redis address, and is not repeated', (url) => {
  expect(() => redisStore({ url })).toThrow(
    /^The Redis address must look like redis:\/\/\[user:password@\]host:port\[\/database\], redis\+cluster:\/\/host:port,host:port or redis\+sentinel:\/\/host:port,host:port\/master$/,
  )
})
