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
  // Rows that all tools share are written once, with the tool's name put in.
  const names = (row: string) => [`'${row}'`, row.replace(/^(read|bash|grep)\./, '`${tool}.') + '`']
  const isShown = (row: string) =>
    names(row).some((name) => suites.some((text) => text.includes(name)))
  expect(ROWS.filter((row) => !isShown(row))).toEqual([])
})
