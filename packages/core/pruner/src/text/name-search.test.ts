import { expect, test } from 'vitest'
import { splitText } from './lines.js'
import { containsText, searchIgnoringCase } from './name-search.js'

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
  // So repetitive that the search from the end gives up.
  { text: 'a'.repeat(5000), name: `b${'a'.repeat(50)}`, isFound: false },
  { text: `${'a'.repeat(5000)}B${'a'.repeat(50)}`, name: `b${'a'.repeat(50)}`, isFound: true },
])('whether $name is found: $isFound', ({ text, name, isFound }) => {
  expect(searchIgnoringCase(splitText(text))(name)).toBe(isFound)
})

test.each([
  { text: 'const Retries = 3', name: 'retries', isFound: false },
  { text: 'const Retries = 3', name: 'Retries', isFound: true },
  { text: 'naïve Retries — são', name: 'Retries', isFound: true },
  { text: 'naïve Größe', name: 'Größe', isFound: true },
  { text: 'naïve', name: 'Größe', isFound: false },
  { text: 'a'.repeat(5000), name: `b${'a'.repeat(50)}`, isFound: false },
])('whether $name is found as it is written: $isFound', ({ text, name, isFound }) => {
  expect(containsText(splitText(text), name)).toBe(isFound)
})
