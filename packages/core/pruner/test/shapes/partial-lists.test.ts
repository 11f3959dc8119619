// A list that nothing but words led to may be partial, and must not look complete.
import { describe, expect, test } from 'vitest'
import { answer, filler } from '../ask.js'

const settings = filler(200, (i) => `[part${i}]\nkey_${i} = ${i * i}\nlimit_${i} = ${i}`).join('\n')
const servers = JSON.stringify(
  filler(900, (i) => ({ id: i, host: `h${i}.example.com`, state: i % 3 ? 'up' : 'down' })),
)
const tests = filler(400, (i) => `test_${i} ${i % 37 ? 'PASSED' : 'FAILED'} in 0.${i}s`).join('\n')

describe('a list without known members', () => {
  test.each([
    ['sections', settings, 'list all sections', 'a.ini'],
    ['items of one long line', servers, 'Which servers are down?', 'a.json'],
  ])('%s', (_, text, goal, fileName) => {
    const { closing } = answer({ text, goal, fileName })
    expect(closing).toMatch(/may lack needed lines|\d+ of \d+ .+ shown/)
  })
})

describe('no such remark', () => {
  test('if all members are shown', () => {
    const text = filler(90, (i) => `def part_${i}(x):\n    return x + ${i}\n\n`).join('')
    const { closing } = answer({ text, goal: 'List all functions', fileName: 'a.py' })
    expect(closing).toBe('')
  })

  test('about failures, which are counted', () => {
    expect(answer({ text: tests, goal: 'Which tests failed?' }).closing).toBe('')
  })

  test('about one thing', () => {
    const { closing } = answer({ text: settings, goal: 'What is limit_7?', fileName: 'a.ini' })
    expect(closing).toBe('')
  })
})
