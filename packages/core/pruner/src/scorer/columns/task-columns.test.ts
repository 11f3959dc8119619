import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSections, readVectors } from '../network/format.js'
import { scoringInput } from '../scoring-input.js'
import { LINE_COLUMNS } from './column-names.js'
import { extractFeatures } from './features.js'

const weights = readFileSync(new URL('../../../weights/line-scorer.bin', import.meta.url))
const vectors = readVectors(readSections(weights))

const LINES = [
  'export function open(path) {',
  '  return read(path)',
  '}',
  '',
  'export function reorderQuantity(demand) {',
  '  const whole = Math.floor(demand)',
  '  return whole',
  '}',
  '',
  'export const margin = 2',
]
const request = {
  text: LINES.join('\n'),
  origin: 'implicit',
  goal: 'Let me look at the file.',
  fileName: 'a.js',
} as const
const columnsOf = (task?: string) =>
  extractFeatures(scoringInput({ ...request, ...(task === undefined ? {} : { task }) }), vectors)
const rounded = (values: Float32Array) => Array.from(values, (value) => Math.round(value * 10) / 10)

test('a name of the task is found where it is defined, and in all of its body', () => {
  const table = columnsOf('`reorderQuantity` rounds down, but demand must never be short')
  expect(rounded(table.column('task name defined'))).toEqual([0, 0, 0, 0, 0.6, 0, 0, 0, 0, 0])
  expect(rounded(table.column('unit head task name'))).toEqual([
    0, 0, 0, 0.6, 0.6, 0.6, 0.6, 0.6, 0, 0,
  ])
  expect(table.column('task')[5]).toBeGreaterThan(0)
  expect(table.column('task')[1]).toBe(0)
})

test('without a task the columns are empty', () => {
  const table = columnsOf()
  const ofTask = LINE_COLUMNS.filter((name) => name.includes('task'))
  expect(ofTask).toHaveLength(10)
  for (const name of ofTask) expect(Math.max(...table.column(name))).toBe(0)
})

test('what a command prints is about the command, whatever the task', () => {
  const text = Array.from({ length: 30 }, (_, i) => `12:00:${10 + i} INFO job ${i} done`).join('\n')
  const input = scoringInput({
    text,
    origin: 'implicit',
    goal: 'Run it.',
    task: 'why is a job done twice',
  })
  expect(input.family).toBe('output')
  expect(Math.max(...extractFeatures(input, vectors).column('task near'))).toBe(0)
})

test('a task without a word of the text fills nothing', () => {
  const table = columnsOf('Kubernetes ingress annotations')
  expect(Math.max(...table.column('task near'))).toBe(0)
})
