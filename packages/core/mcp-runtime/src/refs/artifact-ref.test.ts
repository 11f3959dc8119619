import { expect, test } from 'vitest'
import { pruneIdOf } from '../artifacts/fingerprint.js'
import { ArtifactRefError, formatArtifactRef, parseArtifactRef } from './artifact-ref.js'

test('a reference names a domain and an id, both ways', () => {
  expect(formatArtifactRef({ domain: 'bugfix', id: 'scan-1' })).toBe('ax://bugfix/scan-1')
  expect(parseArtifactRef('ax://bugfix/scan-1')).toEqual({ domain: 'bugfix', id: 'scan-1' })
})

test('a domain has at most 64 characters and an id 128', () => {
  const [domain, id] = ['d'.repeat(64), 'i'.repeat(128)]
  expect(parseArtifactRef(`ax://${domain}/${id}`)).toEqual({ domain, id })
  expect(() => parseArtifactRef(`ax://${domain}d/${id}`)).toThrow('Invalid artifact domain')
  expect(() => parseArtifactRef(`ax://${domain}/${id}i`)).toThrow('Invalid artifact id')
})

test.each([
  ['', 'Invalid artifact reference "": expected ax://domain/id'],
  ['http://bugfix/1', 'Invalid artifact reference "http://bugfix/1": expected ax://domain/id'],
  ['ax://bugfix', 'Invalid artifact reference "ax://bugfix": expected ax://domain/id'],
  ['ax:///id', 'Invalid artifact domain "":'],
  ['ax://Bugfix/1', 'Invalid artifact domain "Bugfix":'],
  ['ax://bugfix/', 'Invalid artifact id "":'],
  ['ax://bugfix/../../etc/passwd', 'Invalid artifact id "../../etc/passwd":'],
  ['ax://bugfix/a/b', 'Invalid artifact id "a/b":'],
  ['ax://bugfix/a\n', 'Invalid artifact id "a\\n":'],
  ['ax://bugfix/a?x', 'Invalid artifact id "a?x":'],
])('%j is refused with what is wrong', (ref, message) => {
  expect(() => parseArtifactRef(ref)).toThrow(ArtifactRefError)
  expect(() => parseArtifactRef(ref)).toThrow(message)
})

test('anything but a string is refused, and a huge reference is shortened', () => {
  expect(() => parseArtifactRef(undefined as unknown as string)).toThrow('"undefined"')
  expect(() => parseArtifactRef(`ax://d/${'x'.repeat(10_000)}`)).toThrow(/^.{1,250}$/)
})

test('a prune id depends on the text alone', () => {
  expect(pruneIdOf('')).toBe('prn_WERC8GMRZGE196QVYK49JVXS4G')
  expect(pruneIdOf('a')).toMatch(/^prn_[0-9A-HJKMNP-TV-Z]{26}$/)
  expect(pruneIdOf('a')).toBe(pruneIdOf('a'))
  expect(
    new Set(['a', 'b', 'a ', '\ud800', '\ud801', '\ufffd'].map((text) => pruneIdOf(text))).size,
  ).toBe(6)
})

test('with a secret nobody can work out the id of a text', () => {
  const id = pruneIdOf('PIN 1234', 'a secret of the team')
  expect(id).toMatch(/^prn_[0-9A-HJKMNP-TV-Z]{26}$/)
  expect(id).toBe(pruneIdOf('PIN 1234', 'a secret of the team'))
  expect(id).not.toBe(pruneIdOf('PIN 1234', 'another secret'))
  expect(id).not.toBe(pruneIdOf('PIN 1234'))
})
