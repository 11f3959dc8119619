import { expect, test } from 'vitest'
import type { Upstream } from '../upstream/upstream.js'
import { Names } from './names.js'

const upstream = (name: string) => ({ name }) as Upstream

test('a name is split at the first separator: tools may have it in their own', () => {
  const [files, docs] = [upstream('files'), upstream('docs')]
  const names = new Names([files, docs])
  expect(names.expose(docs, 'a__b')).toBe('docs__a__b')
  expect(names.resolve('docs__a__b')).toEqual({ upstream: docs, name: 'a__b' })
  expect(names.resolve('files__read')).toEqual({ upstream: files, name: 'read' })
  expect(names.resolve('other__read')).toBeUndefined()
  expect(names.resolve('read')).toBeUndefined()
})

test('one server keeps its own names', () => {
  const only = upstream('only')
  const names = new Names([only])
  expect(names.expose(only, 'a__b')).toBe('a__b')
  expect(names.resolve('a__b')).toEqual({ upstream: only, name: 'a__b' })
})
