// Runs real tools on small broken projects and stores their output under tool-output/, with the
// temporary folder and times removed. Tools that this machine lacks are skipped and named.
//
//   node packages/core/pruner/test/capture.mjs
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '../../../..')
const outputs = join(here, 'tool-output')
const work = realpathSync(mkdtempSync(join(tmpdir(), 'capture-')))
const bin = (name) => join(root, 'node_modules/.bin', name)

function project(name, files) {
  const folder = join(work, name)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

function capture(name, cwd, ...commands) {
  let text = ''
  for (const [command, ...args] of commands) {
    const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, CI: '1', LANG: 'C.UTF-8' }
    delete env.FORCE_COLOR
    const run = spawnSync(command, args, { cwd, env, encoding: 'utf8', timeout: 240_000 })
    if (run.error) {
      console.error(`skipped ${name}: ${run.error.message}`)
      return
    }
    text += run.stdout + run.stderr
  }
  writeFileSync(join(outputs, `${name}.txt`), scrub(text))
  console.log(`captured ${name}: ${text.split('\n').length} lines`)
}

function scrub(text) {
  return text
    .replaceAll(work, '/project')
    .replaceAll(root, '/workspace')
    .replaceAll(process.env.HOME ?? '/root', '/home/user')
    .replaceAll(
      /https?:\/\/(?!(?:npmjs\.com|docs\.npmjs\.com|rust-lang\.org|doc\.rust-lang\.org|vitest\.dev|eslint\.org|github\.com))[\w.:-]+/g,
      'https://registry.example',
    )
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d[_:]\d\d[_:]\d\d[_.]\d+Z/g, '2026-01-01T00:00:00.000Z')
    .replaceAll(/\/tmp\/cc\w+\.o/g, '/tmp/object.o')
    .replaceAll(/^npm warn Unknown .*\n/gm, '')
    .replaceAll(/\b\d+(?:\.\d+)? ?ms\b/g, '1ms')
    .replaceAll(/\b\d+\.\d+s\b/g, '0.10s')
    .replaceAll(/(duration_ms|in) \d+\.\d+/g, '$1 0.1')
}

const vitest = project('vitest', {
  'package.json': '{"type":"module"}',
  'sum.test.ts': `import { expect, it, describe } from 'vitest'
describe('sum', () => {
  it('adds small numbers', () => { expect(1 + 1).toBe(2) })
  it('adds prices without losing a cent', () => { expect(0.1 + 0.2).toBe(0.3) })
  it('keeps the order of the items', () => { expect({ items: ['a', 'b'] }).toEqual({ items: ['b', 'a'] }) })
  it('rejects a missing amount', () => { const order: any = undefined; order.amount.toFixed(2) })
})
`,
})
capture('vitest', vitest, [bin('vitest'), 'run', '--root', vitest])

const nodeTest = project('node-test', {
  'cart.test.mjs': `import test from 'node:test'
import assert from 'node:assert/strict'
test('an empty cart costs nothing', () => assert.equal(0, 0))
test('a cart with two books costs their sum', () => assert.equal(12 + 8, 21))
test('a refund needs a receipt', () => { throw new TypeError('receipt is not a function') })
`,
})
capture('node-test-spec', nodeTest, ['node', '--test', '--test-reporter=spec', 'cart.test.mjs'])
capture('node-test-tap', nodeTest, ['node', '--test', '--test-reporter=tap', 'cart.test.mjs'])

const python = project('python', {
  'test_invoice.py': `import unittest

def total(items):
    return sum(item["price"] for item in items)

class InvoiceTest(unittest.TestCase):
    def test_total_of_nothing_is_zero(self):
        self.assertEqual(total([]), 0)

    def test_total_includes_tax(self):
        self.assertEqual(total([{"price": 100}]), 120)

    def test_total_needs_prices(self):
        self.assertEqual(total([{"name": "pen"}]), 0)

if __name__ == "__main__":
    unittest.main()
`,
})
capture('python-unittest', python, ['python3', '-m', 'unittest', '-v', 'test_invoice'])
capture('pytest', python, [
  'python3',
  '-m',
  'pytest',
  '-p',
  'no:cacheprovider',
  '-v',
  'test_invoice.py',
])

const ts = project('tsc', {
  'tsconfig.json':
    '{"compilerOptions":{"strict":true,"noEmit":true,"target":"ES2022","types":[]},"include":["*.ts"]}',
  'user.ts': `export interface User { id: number; name: string }
export const owner: User = { id: '7', name: 'Ada' }
export function greet(user: User) { return 'Hello ' + user.fullName }
`,
  'main.ts': `import { greet, missing } from './user'
const answer: number = greet({ id: 1, name: 'Grace' })
console.log(answer)
`,
})
capture('tsc', ts, [bin('tsc'), '-p', '.', '--pretty', 'false'])
capture('tsc-pretty', ts, [bin('tsc'), '-p', '.', '--pretty'])

const eslint = project('eslint', {
  'package.json': '{"type":"module"}',
  'eslint.config.js': `export default [{ rules: { 'no-unused-vars': 'error', 'no-undef': 'error', eqeqeq: 'warn', 'no-empty': 'error' } }]\n`,
  'src/cart.js': `const unused = 1
export function price(item) {
  if (item.kind == 'book') { return taxed(item.price) }
  try { item.check() } catch {}
  return item.price
}
`,
  'src/user.js': `export const name = nickname\n`,
})
capture('eslint', eslint, ['npx', '--yes', '--prefix', work, 'eslint@9', 'src'])

const c = project('gcc', {
  'main.c': `#include <stdio.h>
int total(int *prices, int count);
int main(void) {
  int prices[] = {1, 2, 3};
  int unused;
  printf("%s\\n", total(prices, 3));
  return undeclared;
}
`,
  'link.c': `int total(int *prices, int count);
int main(void) { return total(0, 0); }
`,
  Makefile: `all: link main\n\nlink: link.c\n\tgcc -o link link.c\n\nmain: main.c\n\tgcc -Wall -Wextra -o main main.c\n`,
})
capture('gcc', c, ['gcc', '-Wall', '-Wextra', '-c', 'main.c'], ['gcc', '-o', 'link', 'link.c'])
capture('make', c, ['make', '-k', 'all'])

const cargo = project('cargo', {
  'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
  'src/lib.rs': `pub fn total(prices: &[u32]) -> u32 { prices.iter().sum() }

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn adds() { assert_eq!(total(&[1, 2]), 3); }
    #[test]
    fn includes_tax() { assert_eq!(total(&[100]), 120); }
    #[test]
    fn finds_first() { let none: Option<u32> = None; none.unwrap(); }
}
`,
})
capture('cargo-test', cargo, ['cargo', 'test', '--offline'])
const broken = project('cargo-broken', {
  'Cargo.toml': '[package]\nname = "broken"\nversion = "0.1.0"\nedition = "2021"\n',
  'src/main.rs': `fn main() {
    let unused = 3;
    let name: String = 7;
    println!("{}", nmae);
}
`,
})
capture('cargo-build', broken, ['cargo', 'build', '--offline'])

const repository = project('git', { 'story.txt': 'once\nupon\na time\n' })
const git = (...args) => [
  'git',
  '-c',
  'user.name=A',
  '-c',
  'user.email=a@example.com',
  '-c',
  'init.defaultBranch=main',
  ...args,
]
const quiet = (...commands) => {
  for (const [command, ...args] of commands) spawnSync(command, args, { cwd: repository })
}
quiet(
  git('init', '-q'),
  git('add', '.'),
  git('commit', '-qm', 'one'),
  git('checkout', '-qb', 'left'),
)
writeFileSync(join(repository, 'story.txt'), 'once\nbelow\na time\n')
quiet(git('commit', '-qam', 'two'), git('checkout', '-q', 'main'))
writeFileSync(join(repository, 'story.txt'), 'once\nabove\na time\n')
quiet(git('commit', '-qam', 'three'))
capture(
  'git',
  repository,
  git('merge', 'left'),
  git('status'),
  git('checkout', 'nowhere'),
  git('push', 'origin', 'main'),
)

const npm = project('npm', {
  'package.json': '{"name":"shop","version":"1.0.0","scripts":{"build":"node missing-file.js"}}',
})
capture(
  'npm-run',
  npm,
  ['npm', 'run', 'build', '--no-update-notifier'],
  ['npm', 'run', 'deploy', '--no-update-notifier'],
)
capture('shell', npm, [
  'bash',
  '-c',
  'ls /nonexistent; cat missing.txt; nosuchcommand; grep -r x /root/secret-missing; exit 3',
])

rmSync(work, { recursive: true, force: true })
