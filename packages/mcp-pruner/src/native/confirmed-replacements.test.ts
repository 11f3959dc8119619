import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfirmedReplacements } from './confirmed-replacements.js'

let folder: string
let replacements: ConfirmedReplacements
let counted: string[]
beforeEach(() => {
  folder = makeTree({ 'record.jsonl': '' })
  replacements = new ConfirmedReplacements()
  counted = []
})
afterEach(() => removeTree(folder))

const record = (text: string) => writeFileSync(join(folder, 'record.jsonl'), text)
const add = (pruneId: string, transcript = join(folder, 'record.jsonl')) =>
  replacements.add({ pruneId, transcript, count: () => void counted.push(pruneId) })

test('a replacement counts once, when the record shows it', async () => {
  add('prn_1')
  add('prn_2')
  await replacements.check()
  expect(counted).toEqual([])
  record('… prn_2 …')
  await replacements.check()
  await replacements.check()
  expect(counted).toEqual(['prn_2'])
  record('prn_1 prn_2')
  await replacements.check()
  expect(counted).toEqual(['prn_2', 'prn_1'])
})

test('one that the client dropped is looked for twenty times', async () => {
  add('prn_1', join(folder, 'missing'))
  add('prn_2')
  for (let look = 0; look < 19; look += 1) await replacements.check()
  record('prn_2')
  await replacements.check()
  expect(counted).toEqual(['prn_2'])
  add('prn_3')
  for (let look = 0; look < 20; look += 1) await replacements.check()
  record('prn_3')
  await replacements.check()
  expect(counted).toEqual(['prn_2'])
})

test('the last 200 are waited for', async () => {
  const ids = Array.from({ length: 201 }, (_, at) => `prn_${at + 1000}`)
  for (const id of ids) add(id)
  record(ids.join(' '))
  await replacements.check()
  expect(counted).toEqual(ids.slice(1))
})
