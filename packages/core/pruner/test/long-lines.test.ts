// Lines of thousands of characters were shown whole: 118,695 tokens for one line of JSON.
import { describe, expect, it } from 'vitest'
import { closingRemarks, joinLines, type PruneResult, prune, renderCompact } from '../src/index.js'

/** The columns of the marks, read back: the shown and the missing parts of line 1 make up the line. */
function restored({ lines, parts }: PruneResult, shown: string): string {
  const { text } = lines[0]!
  const [{ pieces } = { pieces: [] }] = parts
  let rest = shown
  let at = 0
  for (const { from, to } of pieces) {
    if (from > at) {
      const mark = `…:${from + 1}:`
      if (!rest.startsWith(mark)) return `no mark ${mark} in ${rest.slice(0, 40)}`
      rest = rest.slice(mark.length)
    }
    if (!rest.startsWith(text.slice(from, to))) return `not verbatim at ${from}`
    rest = rest.slice(to - from)
    at = to
  }
  return rest
}

describe('a line of thousands of characters', () => {
  const rows = Array.from({ length: 2000 }, (_, i) => ({
    name: `package-${i}`,
    license: i === 1717 ? 'AGPL-3.0' : 'MIT',
    targets: ['lib', 'bin'],
  }))
  const json = `${JSON.stringify({ rows })}\n`
  const result = prune({
    text: json,
    origin: 'explicit',
    goal: 'Which package has the AGPL-3.0 license?',
  })
  const shown = renderCompact(result)

  it('is shortened around what was asked for, with the column of each piece', () => {
    expect(result.status).toBe('pruned')
    expect(shown).toContain('"license":"AGPL-3.0"')
    expect(shown.length).toBeLessThan(3000)
    expect(restored(result, shown)).toBe('…end\n')
    expect(joinLines(result.lines)).toBe(json)
  })

  it('is mentioned in the closing line', () => {
    expect(closingRemarks(result)).toEqual(['line 1 shortened; marks give columns'])
  })

  it('ends its pieces between members', () => {
    const [{ pieces } = { pieces: [] }] = result.parts
    const ends = pieces.map(({ to }) => json.slice(to - 1, to + 1))
    expect(ends.every((end) => /^[,}\]]/.test(end))).toBe(true)
  })

  it('of minified code shows the statement with the name', () => {
    const filler = 'var a=function(b){return b+1};'.repeat(2000)
    const { status, stats, ...rest } = prune({
      text: `${filler}e.retryDelay=300*n;${filler}`,
      origin: 'explicit',
      goal: 'where is retryDelay set',
    })
    expect(status).toBe('pruned')
    expect(renderCompact({ ...rest })).toContain('e.retryDelay=300*n;')
    expect(stats.tokensAfter).toBeLessThan(400)
  })

  it('among others is cut inside too, and a short line never is', () => {
    const filler = Array.from({ length: 300 }, (_, i) => `info request ${i} served`)
    const payload = `error payload={"trace":"${'x'.repeat(5000)}"} code=E4711`
    const text = [...filler, payload, ...filler].join('\n')
    const { parts, lines } = prune({
      text,
      origin: 'explicit',
      goal: 'what happened with E4711',
      sourceType: 'logs',
    })
    expect(parts.map(({ line }) => line)).toEqual([301])
    expect(lines[300]?.text).toBe(payload)
  })

  it('with text like a mark gets marks of another form', () => {
    const text = `${'…:7: and …12: stand here; '.repeat(200)}\nneedle4711\n`
    const { blocks, ...rest } = prune({ text, origin: 'explicit', goal: 'needle4711' })
    expect(renderCompact({ ...rest, blocks })).toMatch(/…#/)
  })
})

describe('pieces of a long line', () => {
  it('do not end inside the requested record', () => {
    const packages = Array.from({ length: 400 }, (_, i) => ({
      name: `pkg-${i}`,
      version: `${i % 9}.${i % 7}.${i % 5}`,
      license: i % 3 === 0 ? 'MIT' : 'ISC',
      deps: [`pkg-${(i * 3) % 400}`, `pkg-${(i * 3 + 1) % 400}`],
    }))
    const result = prune({
      text: JSON.stringify({ packages }),
      origin: 'explicit',
      goal: 'What license does pkg-137 have?',
    })
    expect(renderCompact(result)).toContain(JSON.stringify(packages[137]))
  })

  it('are shown of the one line that is nearly all of a file', () => {
    const licence = Array.from({ length: 12 }, (_, i) => ` * Clause ${i} of the licence`)
    const filler = Array.from(
      { length: 2500 },
      (_, i) => `function f${i}(e){return e.level${i}?e.set(${i}):e.compressed[${i}]}`,
    ).join('')
    const code = `${filler}e.compressionLevel=9*n;${filler}`
    const text = ['/*!', ...licence, ' */', code].join('\n')
    const result = prune({
      text,
      origin: 'explicit',
      goal: 'How is the compression level set?',
      fileName: 'zip.min.js',
    })
    expect(result.blocks.at(-1)?.endLine).not.toBe(15)
    expect(renderCompact(result)).toContain('compress')
  })
})

// Words are compared by their stems, and the stem of `retry` is `retri`: it was searched for literally.
it.each([
  ['retry', '"retry":{"delay":250}'],
  ['policies', '"policy":{"kind":"strict"}'],
  ['history', '"history":["first"]'],
])('a word whose stem is not its beginning is found inside a long line: %s', (word, wanted) => {
  const fields = Array.from({ length: 400 }, (_, i) => `"field${i}":"value ${i}"`)
  fields[250] = wanted
  const text = `{${fields.join(',')}}\n`
  const result = prune({ text, origin: 'explicit', goal: `Where is the ${word} set?` })
  expect(renderCompact(result)).toContain(wanted)
})
