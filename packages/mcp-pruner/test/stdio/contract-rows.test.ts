// No row of the contract goes without a test that names it.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ROWS } from './rows.js'

const folder = fileURLToPath(new URL('.', import.meta.url))

test('every row of the contract has a test', () => {
  const suites = readdirSync(folder)
    .filter((name) => /^contract-.*\.test\.ts$/.test(name))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
  expect(ROWS.filter((row) => !suites.some((text) => text.includes(`'${row}'`)))).toEqual([])
})
