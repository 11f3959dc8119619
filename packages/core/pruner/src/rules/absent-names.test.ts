// What is absent is reported, and nothing false is reported.
import { describe, expect, it } from 'vitest'
import { prune } from '../index.js'
import { defaultScorer } from '../node.js'

const rows = Array.from(
  { length: 900 },
  (_, i) => `port-${i}\t${i + 1}/tcp\t# what listens on port ${i + 1} of the machine`,
)

function absentIn(lines: readonly string[], goal: string, more: object = {}): readonly string[] {
  return prune(
    { text: lines.join('\n'), origin: 'explicit', goal, ...more },
    { scorer: defaultScorer() },
  ).absent
}

describe('called absent', () => {
  it.each([
    ['a plain word', 'What port does mongodb use?', ['mongodb']],
    ['a word that only looks like one of the text', 'Is there a rawmachine?', ['rawmachine']],
    ['a name with hyphens', 'Which port has ansi-regex?', ['ansi-regex']],
    ['a file that the text is not from', 'Which port does thin-lines.ts use?', ['thin-lines.ts']],
    ['a line beyond the end', 'What is on line 4711?', ['4711']],
    [
      'three names of many',
      'Which port do feedZebra, trainLion, washTiger, countApes and walkDog use?',
      ['feedZebra', 'trainLion', 'washTiger'],
    ],
  ])('is %s', (_, goal, absent) => {
    expect(absentIn(rows, goal)).toEqual(absent)
  })
})

describe('not called absent', () => {
  it('is a name in what an agent says before a call, as long as other words of it occur', () => {
    const goal = 'I think that feedZebra listens on a port of its own. Let me read the services.'
    expect(absentIn(rows, goal, { origin: 'implicit' })).toEqual([])
  })

  it.each([
    ['a line that is there', 'line 312'],
    ['a word beside what was found', 'Was port-312 upgraded?'],
    ['a word that the text inflects', 'Which ports are listening?'],
    ['what every question has', 'Which column is the largest of the file?'],
    ['a member by its own name', 'What does Host.prototype.machine listen on?'],
  ])('is %s', (_, goal) => {
    expect(absentIn(rows, goal)).toEqual([])
  })

  it('is the file that the text is from', () => {
    expect(absentIn(rows, 'Which port is in ports.txt?', { fileName: 'a/ports.txt' })).toEqual([])
    const context = 'cat etc/ports.txt'
    expect(absentIn(rows, 'Which port is in ports.txt?', { context })).toEqual([])
  })

  it('includes words that ask for the greatest number', () => {
    const sizes = Array.from({ length: 300 }, (_, i) => `${(i * 37) % 811}\tsrc/part${i}`)
    expect(absentIn(sizes, 'Which folder is the biggest?')).toEqual([])
  })
})

it('shows little of a text without what a short question names', () => {
  const text = rows.join('\n')
  const result = prune(
    { text, origin: 'explicit', goal: 'Which port has ansi-regex?' },
    { scorer: defaultScorer() },
  )
  expect(result.stats.keptLines).toBeLessThan(40)
})
