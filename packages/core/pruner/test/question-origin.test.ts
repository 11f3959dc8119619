// An explicit question gets the same lines wherever the text came from. The name of a file that was passed
// with the call once made `read` answer with the network and the costs for implicit questions.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { keptLines, type PruneRequest, prune } from '../src/index.js'
import { defaultScorer } from '../src/node.js'

const keptOf = (request: Omit<PruneRequest, 'text' | 'fileName'>, fileName: string) => {
  const text = readFileSync(new URL(fileName, import.meta.url), 'utf8')
  return keptLines(prune({ ...request, text, fileName }, { scorer: defaultScorer() }))
}

describe.each([
  ['../src/select/select.ts', 'how is the answer kept within its bound?'],
  ['../src/text/structure.ts', 'which line owns a line that stands deeper?'],
  ['../src/scorer/lexical.ts', 'how are neighbours of a match weighed'],
  ['../src/tokens/estimate.ts', 'why is a sample of the text enough?'],
  ['../src/rules/named-lines.ts', 'when does a rare word settle the answer?'],
])('%s', (fileName, goal) => {
  const alone = keptOf({ goal, origin: 'explicit' }, fileName)

  it.each([
    ['the path', fileName],
    ['a command', `sed -n 1,400p ${fileName} | head -200`],
    ['words of the text', 'return const function lines export import'],
  ])('answers alike with %s as the call', (_, context) => {
    expect(keptOf({ goal, origin: 'explicit', context }, fileName)).toEqual(alone)
  })

  it('and whatever the task', () => {
    const task = 'make the structure of long lines cheaper to find'
    expect(keptOf({ goal, origin: 'explicit', task }, fileName)).toEqual(alone)
  })

  it('but not as an agent’s words before a call', () => {
    const said = `I will look at ${goal.replace('?', '')} now`
    const implicit = keptOf({ goal: said, origin: 'implicit', context: fileName }, fileName)
    expect(implicit).not.toEqual(keptOf({ goal: said, origin: 'explicit' }, fileName))
  })
})
