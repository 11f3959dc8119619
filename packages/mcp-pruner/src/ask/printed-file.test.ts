import { expect, test } from 'vitest'
import { printedFile } from './printed-file.js'

test.each([
  ['cat src/app.ts', 'src/app.ts'],
  ['  cat -- ./a.md ', './a.md'],
  ['/bin/cat /var/log/app.log', '/var/log/app.log'],
  ["cat 'my notes.md'", 'my notes.md'],
  ['cat "my notes.md"', 'my notes.md'],
  ['head -200 a.csv', 'a.csv'],
  ['head -n 20 a.csv', 'a.csv'],
])('%s prints %s', (command, file) => expect(printedFile(command)).toBe(file))

test.each([
  'cat a.ts b.ts',
  'cat a.ts | grep x',
  'cat *.ts',
  'cat -n a.ts',
  'cat $FILE',
  'cat "$FILE"',
  'cat < a.ts',
  'cat a.ts; rm a.ts',
  'cat a.ts && ls',
  'cat ~/a.ts # all',
  'tail -20 a.log',
  "sed -n '20,40p' a.ts",
  'grep x a.ts',
  'cat',
  '',
])('%s prints no one file from its beginning', (command) =>
  expect(printedFile(command)).toBeUndefined(),
)
