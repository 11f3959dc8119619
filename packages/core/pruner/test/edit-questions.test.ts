// Where would I add something? What is to be added is not in the text yet, and that says nothing of where it goes.
import { expect, it } from 'vitest'
import { keptLines, prune } from '../src/index.js'
import { defaultScorer } from '../src/node.js'

const PARTS = ['cache', 'router', 'session', 'parser', 'socket', 'bucket', 'worker', 'ticket']
const other = (name: string, i: number) => [
  `  ${name}Step${i}(input) {`,
  `    const ${name} = this.${name}s.get(input.key)`,
  `    if (${name} === undefined) return this.open${i}(input)`,
  `    ${name}.touch(input.time)`,
  `    this.${name}s.set(input.key, ${name})`,
  `    return ${name}.result`,
  '  }',
  '',
]
const others = (from: number) =>
  Array.from({ length: 16 }, (_, i) => other(PARTS[i % PARTS.length]!, from + i)).flat()
const LOG = [
  '  writeToLog(problem) {',
  '    const entry = this.renderer.render(problem)',
  '    if (!this.showsDetails) {',
  "      entry.hint = 'turn details on to see more'",
  '    }',
  '    this.output.append(entry)',
  '  }',
]
const text = ['export class Handler {', ...others(0), ...LOG, '', ...others(20), '}'].join('\n')

const kept = (goal: string) => {
  const result = prune(
    { text, goal, origin: 'explicit', fileName: 'handler.js' },
    { scorer: defaultScorer() },
  )
  return keptLines(result).map((line) => result.lines[line - 1]!.text)
}

it.each([
  'Where would I add the requestURI to what is written to the log?',
  'Where should we put a TENANT_ID into the log?',
  'Which function do I change to add the traceparent to the log?',
  'I want tenantId in every problem that is written to the log. Where would that go?',
])('%s', (goal) => {
  expect(kept(goal)).toEqual(expect.arrayContaining(LOG))
})
