// What a reader may write as a origin: 'explicit', goal: questions in any language, identifiers, traces, paths, patterns.
import { describe, expect, it } from 'vitest'
import { keptLines, type PruneRequest, prune as pruneWith } from '../src/index.js'
import { defaultScorer } from '../src/node.js'

const prune = (request: PruneRequest) => pruneWith(request, { scorer: defaultScorer() })

const filler = (count: number, seed: number) =>
  Array.from({ length: count }, (_, i) => [
    `function step${seed}x${i}(input) {`,
    `  const size = input.width * ${i} + offset(${seed})`,
    '  return draw(size, input.colour)',
    '}',
    '',
  ]).flat()

function keptOf(request: PruneRequest): string {
  // A bound that a quarter of the text fills: what was asked for must be in it.
  const result = prune({ ...request, maxTokens: 700 })
  expect(result.status).toBe('pruned')
  return keptLines(result)
    .map((line) => result.lines[line - 1]?.text)
    .join('\n')
}

function code(...answer: string[]): string {
  return [...filler(40, 1), ...answer, ...filler(40, 2)].join('\n')
}

describe('goals', () => {
  it.each([
    [
      'a question in plain words',
      'how are HTTP responses parsed?',
      'function parseHttpResponse(raw) {',
    ],
    ['snake case for camel case', 'parse_http_response', 'function parseHttpResponse(raw) {'],
    ['kebab case for camel case', 'parse-http-response', 'function parseHttpResponse(raw) {'],
    ['camel case for snake case', 'parseHttpResponse', 'def parse_http_response(raw):'],
    ['an acronym in capitals', 'XMLHTTPRequests', 'function sendXmlHttpRequest(raw) {'],
    ['another form of the word', 'validation of parsers', 'function validateParser(raw) {'],
    ['a short form', 'configuration message', 'function cfgMsg(raw) {'],
    ['French, with accents', 'où la requête est-elle annulée', '  // annuler la requete en cours'],
    ['Japanese, without spaces', '接続の再試行はどこですか', '  // 失敗した接続の再試行'],
    ['Chinese, without spaces', '缓存过期', '  // 检查缓存过期时间'],
    ['Russian', 'где закрывается соединение', '  // закрыть соединение с базой'],
    ['a regular expression', String.raw`\bledger_\w+\s*=`, 'const ledger_total = open()'],
    ['alternatives in a pattern', '/(?:quorum|lease)Lost/', 'emit("quorumLost")'],
  ])('%s', (_, goal, answer) => {
    expect(keptOf({ text: code(answer), origin: 'explicit', goal, sourceType: 'code' })).toContain(
      answer,
    )
  })

  it('a path with a line number means that line', () => {
    const text = code()
    const kept = keptOf({
      text,
      origin: 'explicit',
      goal: 'src/app/draw.js:212',
      fileName: '/repo/src/app/draw.js',
    })
    expect(kept).toContain(text.split('\n')[211])
  })

  it('a stack trace means the lines of its frames in this file, not those of others', () => {
    const text = code()
    const goal = `TypeError: cannot read colour
    at draw (/repo/lib/other.js:33:7)
    at step (/repo/src/draw.js:118:10)`
    const result = prune({ text, origin: 'explicit', goal, fileName: 'src/draw.js' })
    const python = prune({
      text,
      origin: 'explicit',
      goal: 'File "src/draw.js", line 301, in step',
      fileName: 'draw.js',
    })
    expect(keptLines(result)).toContain(118)
    expect(keptLines(python)).toContain(301)
  })

  it('a goal that means nothing here cuts nothing from code', () => {
    const result = prune({ text: code(), origin: 'explicit', goal: 'zzyzx', sourceType: 'code' })
    expect(result).toMatchObject({ status: 'unchanged', blocks: [] })
  })
})
