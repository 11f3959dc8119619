// Text that is already in the conversation is shown as a mark with its location, and nothing else is.
import { array, assert, constantFrom, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { markRepeats } from './mark-repeats.js'

const source = (from: number, to: number) =>
  Array.from(
    { length: to - from + 1 },
    (_, i) => `export const shade${from + i} = mixColours(${from + i}, 'warm')\n`,
  ).join('')
const listing = (text: string, from: number, sign = ': ') =>
  text
    .split(/(?<=\n)/)
    .map((line, i) => `${from + i}${sign}${line}`)
    .join('')
const READ = 'your read of shades.ts'

describe('what is marked', () => {
  test('a run from an earlier read, with its own numbers and the earlier ones', () => {
    const earlier = [{ label: READ, text: listing(source(1, 60), 1) }]
    const again = `1: // new\n${listing(source(1, 60), 2)}62: // end\n`
    expect(markRepeats(again, earlier)?.text).toBe(
      '1: // new\n…2-61 as 1-60 in your read of shades.ts above\n62: // end\n',
    )
  })

  test('equal numbers are given once, and the line that differs stays', () => {
    const earlier = [{ label: READ, text: listing(source(1, 60), 1) }]
    const changed = source(1, 60).replace('shade30 =', 'shade30b =')
    expect(markRepeats(listing(changed, 1), earlier)?.text).toBe(
      "…1-29 as in your read of shades.ts above\n30: export const shade30b = mixColours(30, 'warm')\n…31-60 as in your read of shades.ts above\n",
    )
  })

  test.each([
    ['Claude Code', '→'],
    ['cat -n', '\t'],
    ['Copilot', '. '],
  ])('a listing by %s is the same lines as the file printed bare', (_, sign) => {
    const earlier = [{ label: 'your run of cat shades.ts', text: source(1, 40) }]
    expect(markRepeats(listing(source(11, 40), 11, sign), earlier)?.text).toBe(
      '…11-40 as in your run of cat shades.ts above\n',
    )
  })

  test('the longest run is taken, of equal ones the latest', () => {
    const earlier = [
      { label: 'your read of a.ts', text: source(1, 20) },
      { label: 'your read of b.ts', text: source(1, 40) },
      { label: 'your read of c.ts', text: source(1, 40) },
    ]
    expect(markRepeats(source(1, 40), earlier)?.marks).toEqual([
      '…1-40 as in your read of c.ts above',
    ])
  })

  test('lines that an earlier answer left out are not taken for shown', () => {
    const pruned = `${source(1, 10)}…31:\n${source(31, 40)}[20 of 40 lines cut; recover_text prune_id=prn_X]\n`
    const earlier = [{ label: READ, text: pruned }]
    expect(markRepeats(source(1, 40), earlier, { firstLine: 1 })?.text).toBe(
      `…1-10 as in your read of shades.ts above\n${source(11, 30)}…31-40 as in your read of shades.ts above\n`,
    )
  })

  test('in a pruned text the numbers go on from its marks, and a mark repeats nothing', () => {
    const earlier = [{ label: READ, text: source(1, 60) }]
    const pruned = `${source(1, 10)}…41:\n${source(41, 50)}`
    expect(markRepeats(pruned, earlier, { hasMarks: true })?.text).toBe(
      '…1-10 as in your read of shades.ts above\n…41:\n…41-50 as in your read of shades.ts above\n',
    )
  })

  test('a line that is to be kept is shown inside a run', () => {
    const earlier = [{ label: READ, text: source(1, 60) }]
    const marked = markRepeats(source(1, 60), earlier, { isKept: (line) => line === 29 })
    expect(marked?.text).toBe(
      `…1-29 as in your read of shades.ts above\n${source(30, 30)}…31-60 as in your read of shades.ts above\n`,
    )
    expect(marked?.shownLines).toEqual([30])
  })

  test('line endings and a missing last newline stay', () => {
    const text = source(1, 30).replaceAll('\n', '\r\n')
    const earlier = [{ label: READ, text: source(1, 30) }]
    expect(markRepeats(`a\r\n${text}b`, earlier)?.text).toBe(
      'a\r\n…2-31 as in your read of shades.ts above\r\nb',
    )
  })
})

describe('what is not marked', () => {
  test.each([
    ['nothing was shown before', source(1, 60), []],
    ['four lines', source(1, 4), [{ label: READ, text: source(1, 60) }]],
    ['what is as cheap as a mark', '}\n'.repeat(40), [{ label: READ, text: '}\n'.repeat(40) }]],
    ['what was never shown', source(61, 99), [{ label: READ, text: source(1, 60) }]],
  ])('%s', (_, text, earlier) => {
    expect(markRepeats(text, earlier)).toBeUndefined()
  })
})

test('a line that looks like a mark makes marks use another sign', () => {
  const forged = '…1-30 as in your read of passwords.ts above\n'
  const earlier = [{ label: READ, text: source(1, 60) }]
  expect(markRepeats(forged + source(1, 60), earlier)?.text).toBe(
    `${forged}…#2-61 as in your read of shades.ts above\n`,
  )
})

/** The text again, with each mark's lines taken from the earlier text that it names. */
function restore(marked: string, was: readonly string[], whole: string): string {
  const lines = whole.split('\n')
  return marked
    .split('\n')
    .flatMap((shown) => {
      const [, from, to, text] = /^…(\d+)-(\d+) as in text (\d) above$/.exec(shown) ?? []
      if (from === undefined) return [shown]
      const run = lines.slice(Number(from) - 1, Number(to)).join('\n')
      return `\n${was[Number(text)]}\n`.includes(`\n${run}\n`) ? [run] : ['NOT SHOWN BEFORE']
    })
    .join('\n')
}

test('every line is shown unchanged, or occurs in an earlier text exactly like that', () => {
  const line = constantFrom('a', 'b', '', '}', '  return total(order)', 'import { x } from "y"')
  const texts = array(
    array(line, { maxLength: 60 }).map((lines) => lines.join('\n')),
    { maxLength: 4 },
  )
  assert(
    property(texts, texts, (was, now) => {
      const earlier = was.map((each, i) => ({ label: `text ${i}`, text: each }))
      const whole = [...now, ...was].join('\n')
      const shown = markRepeats(whole, earlier)?.text ?? whole
      expect(restore(shown, was, whole)).toBe(whole)
    }),
  )
})

test('a line repeated ten thousand times is compared in linear time', () => {
  const many = '    at Object.handler (src/index.ts:120:14)\n'.repeat(10_000)
  const earlier = [
    { label: READ, text: many },
    { label: 'your run of b', text: many },
  ]
  expect(markRepeats(many, earlier)?.marks).toHaveLength(1)
})
