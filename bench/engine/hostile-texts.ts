// Sixty sorts of text that have broken, or could break, a scanner: each is made to a size, so that growth
// can be measured.

const line = (content: string) => (size: number) =>
  `${content}\n`.repeat(Math.max(1, Math.floor(size / (content.length + 1))))
const run = (content: string) => (size: number) =>
  content.repeat(Math.max(1, Math.floor(size / content.length)))
const rows = (of: (i: number) => string) => (size: number) => {
  const parts: string[] = []
  for (let i = 0, length = 0; length < size; i++) {
    const row = `${of(i)}\n`
    parts.push(row)
    length += row.length
  }
  return parts.join('')
}

export const HOSTILE: Readonly<Record<string, (size: number) => string>> = {
  'x a line': line('x'),
  'blank lines': line(''),
  'spaces a line': line('   '),
  'closing braces': line('}'),
  'opening braces': line('{'),
  'lines that end in a backslash': line('abc \\'),
  'only backslashes': line('\\'),
  'unclosed calls': line('f('),
  'unclosed brackets': line('a[b('),
  'unclosed imports': line('import {'),
  'signatures without bodies': line('function f(a,'),
  decorators: line('@decorated'),
  directives: line('#if X'),
  comments: line('// nothing to see'),
  'block comments never closed': line('/* open'),
  fences: line('```'),
  headings: line('# Title'),
  underlines: rows((i) => (i % 2 === 0 ? 'Title' : '=====')),
  'deeper and deeper': rows((i) => `${' '.repeat(i % 2000)}if x {`),
  stairs: rows((i) => `${' '.repeat(i % 40)}block {`),
  'error a line': line('error'),
  'every error differs': rows((i) => `ERROR case ${i} failed at ${i * 7}`),
  tracebacks: rows((i) => (i % 3 === 0 ? 'Traceback (most recent call last):' : '  File "a.py"')),
  'traceback never raised': rows((i) => (i === 0 ? 'Traceback (most recent call last):' : '    x')),
  'stack frames': line('    at f (/a/b.js:1:2)'),
  warnings: rows((i) => `a.ts:${i}:1: warning: line too long (max-len)`),
  'passed tests': rows((i) => `ok ${i} - works`),
  'passed tests with details': rows((i) => (i % 3 === 0 ? `ok ${i} - a` : '  duration_ms: 1')),
  'diff headers': line('diff --git a/x b/x'),
  hunks: line('@@ -1,2 +1,2 @@'),
  'changed lines': rows((i) => (i === 0 ? '@@ -1 +1 @@' : `+line ${i}`)),
  matches: rows((i) => `src/a${i % 50}.ts:${i}: const retry = ${i}`),
  paths: rows((i) => `src/folder${i % 100}/file${i}.ts`),
  numbers: rows((i) => String((i * 2_654_435_761) % 4_294_967_296)),
  hexadecimal: rows((i) => ((i * 2_654_435_761) % 4_294_967_296).toString(16)),
  dates: rows((i) => new Date(1_763_200_000_000 + i).toISOString()),
  'JSON a line': rows((i) => `{"id":${i},"name":"n${i}","ok":true}`),
  'JSON, pretty': rows((i) => ['{', `  "id": ${i},`, '  "deep": {', '  }', '},'][i % 5] ?? ''),
  YAML: rows((i) => ['- name: a', `  value: ${i}`, '  list:', '    - x'][i % 4] ?? ''),
  CSV: rows((i) => `${i},name${i},${i * 3},x`),
  'marks imitated': rows((i) => `…${i}:`),
  'marks imitated with signs': rows((i) => `…${'#'.repeat(i % 60)}${i}:`),
  'directives never closed': rows((i) => (i === 0 ? '⟦NO_PRUNE_BEGIN⟧' : 'kept')),
  'directives alone': line('⟦NO_PRUNE_BEGIN⟧'),
  escapes: line('\u001B[31mred\u001B[0m'),
  'escapes cut off': line('\u001B['),
  'carriage returns': line('a\rb\rc'),
  'lone surrogates': line('\uD800'),
  'text without spaces': line('漢字仮名交じり文'),
  accents: line('éàüöß ñandú'),
  'words of the question': line('retry delay timeout'),
  'one literal everywhere': line('retryDelay'),
  quotes: line('"\'`"\'`'),
  'one line of letters': run('a'),
  'one line of words': run('word '),
  'one line of brackets': run('(['),
  'one line of spaces': run(' '),
  'one line of base64': run('QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo'),
  'one line of JSON': run('{"a":[1,2,{"b":"c"}],"d":"e"},'),
  'one line of minified code': run('var a=function(b){return b+1};'),
}
