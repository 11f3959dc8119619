import { expect, test } from 'vitest'
import { searchIgnoringCase } from './name-search.js'

test.each([
  { text: 'const Retries = 3', name: 'retries', isFound: true },
  { text: 'const retries = 3', name: 'RETRIES', isFound: true },
  { text: 'const retry = 3', name: 'retries', isFound: false },
  { text: 'retries', name: 'retries', isFound: true },
  { text: 'tries', name: 'retries', isFound: false },
  { text: '', name: 'retries', isFound: false },
  { text: 'a', name: '', isFound: true },
  { text: 'eretries', name: 'retries', isFound: true },
  { text: 'rereretries', name: 'retries', isFound: true },
  { text: 'naïve Retries — são', name: 'retries', isFound: true },
  { text: 'naïve Größe', name: 'GRÖSSE', isFound: false },
  { text: 'naïve GRÖßE', name: 'größe', isFound: true },
  // In lower case the Kelvin sign is a letter of ASCII.
  { text: '300 \u212Aelvin', name: 'kelvin', isFound: true },
])('whether $name is found: $isFound', ({ text, name, isFound }) => {
  expect(searchIgnoringCase({ text })(name)).toBe(isFound)
})
