// A wrapped command behaves as it does without: every odd one here is run twice, in each shell, and compared.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasAllCases, sampled } from '@jeeves/testing'
import { array, assert, asyncProperty, constantFrom, tuple } from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NativeHome, type Ran } from './native-home.js'
import { hasShell, SHELLS, type ShellName } from './shells.js'

let home: NativeHome
beforeAll(async () => {
  home = new NativeHome()
  await home.start()
  // Only of this server: others run at the same time.
  home.env['EXCHANGE'] = await home.exchange()
  mkdirSync(join(home.home, 'work/sub'))
  writeFileSync(join(home.home, 'work/lib.sh'), 'greet() { echo "hello $1"; }\nGREETED=yes\n')
  writeFileSync(join(home.home, 'work/talks.sh'), 'echo one\necho two >/dev/stderr\necho three\n')
})
afterAll(() => home.end())

/** Whatever the policy says of the command. */
async function wrappedFor(client: 'claude' | 'codex', command: string): Promise<string> {
  const stand = 'node -e 7'
  const wrapped = await home.wrapped(stand, 'Why?', { client })
  // A call that the server does not know is shown as it is.
  return wrapped.replace(/(\d+t)[0-9a-z]{6}/, '$1000000').replace(stand, () => command)
}

const ODD: Readonly<Record<string, string>> = {
  'a heredoc': `cat <<'X'\n$HOME "quoted"\nX\necho after`,
  'a heredoc at the end': `cat <<X\nend\nX`,
  'another folder': 'cd sub && pwd',
  'a folder that is not there': 'cd missing; pwd',
  'a variable for what follows': 'export A=1; B=2; echo $A$B',
  'a function of a file': '. ./lib.sh; greet you; echo $GREETED',
  'an exit code': 'echo x; exit 3',
  'an exit code of a subshell': '(exit 5)',
  'a failing last command': 'echo x; false',
  'a command that is not found': 'no-such-program-here',
  errexit: 'set -e; echo a; false; echo b',
  nounset: 'set -u; echo a; echo $NOT_SET_AT_ALL; echo b',
  pipefail: 'set -o pipefail 2>/dev/null; false | true',
  noclobber: 'rm -f new.txt; set -C; echo a > new.txt; echo b > new.txt; cat new.txt',
  'a trace': 'set -x; echo a; false',
  'a pipe that is closed early': 'yes | head -n 2; echo done',
  'much into a pipe that is closed early': 'seq 100000 | head -n 1',
  'a job in the background, waited for': '(sleep 0.1; echo late) & echo soon; wait; echo all',
  'wait without a job': 'wait; echo waited',
  'a job and its number': 'sleep 0.1 & wait $!; echo $?',
  'no jobs of ours': 'jobs; echo none',
  'two streams': 'echo out; echo err >&2; echo out; echo err >&2',
  'streams by their names': 'echo a; echo b >/dev/stderr; echo c >/dev/stdout; echo d',
  'a program that writes to streams by name': 'sh talks.sh; echo four',
  'a stream that is closed': 'echo a >&-; echo b',
  'descriptors of its own': '{ echo a >&8; } 8>&1; (echo b >&9) 9>&1; echo c 5>&1 6>&1 7>&1',
  'a lock on a descriptor': '(flock 9; echo locked) 9>lock.tmp; rm -f lock.tmp',
  'input that is empty': 'cat; read x; echo "[$x]"',
  'no newline at the end': 'printf abc',
  nothing: ':',
  'a comment at the end': 'echo a # and why',
  'only a comment': '# nothing',
  'several lines': 'for i in 1 2 3\ndo\n  echo $i\ndone\nif true; then\n  echo yes\nfi',
  'a line that goes on': 'echo a \\\n  b',
  'quotes in quotes': `echo "it's" 'a "b"' "$(echo 'c d')"`,
  'a pattern': 'case abc in a*) echo yes;; *) echo no;; esac',
  'an alias': 'alias hi="echo hello"; alias hi',
  unicode: 'echo "grün 漢字 🙂"',
  'odd bytes': `printf '\\377\\376\\001\\n'`,
  'a NUL': `printf 'a\\000b\\n'`,
  'a carriage return': `printf 'a\\rb\\r\\n'`,
  'a long line': `head -c 300000 /dev/zero | tr '\\0' x; echo`,
  'a long output': 'seq 20000',
  'a long output that fails': 'seq 5000; exit 7',
  'an option of ours in its words': 'echo "# mcp-pruner abc 5 1"',
  'a signal to itself in a subshell': '(sh -c "kill -9 \\$\\$") 2>/dev/null; echo $?',
  'functions by the names that end it': `printf() { echo mine; }; read() { echo mine; }; kill() { :; }; printf x; exit 6`,
  'its own files gone': `find "$EXCHANGE" -name '*.ctl' -delete; echo here`,
}

/** All of them as Claude Code runs bash; of the other pairs `pnpm test` tries another third each. */
function oddOnesFor(shell: ShellName, client: 'claude' | 'codex') {
  const all = Object.entries(ODD)
  const pair = SHELLS.indexOf(shell) + (client === 'codex' ? 1 : 0)
  const hasAll = hasAllCases || (shell === 'bash' && client === 'claude')
  return hasAll ? all : all.filter((_, index) => index % 3 === pair % 3)
}

describe.each(SHELLS)('in %s', (shell) => {
  const forms = shell === 'sh' ? (['codex'] as const) : (['claude', 'codex'] as const)
  describe.each(forms)('as %s runs it', (client) => {
    test.runIf(hasShell(shell)).each(oddOnesFor(shell, client))('%s', async (_name, command) => {
      const { wrapped, plain } = await both(client, shell, command)
      expect(wrapped).toEqual(plain)
    })
  })

  test.runIf(hasShell(shell))('any script of many', async () => {
    const client = shell === 'sh' ? 'codex' : 'claude'
    await assert(
      asyncProperty(SCRIPTS, async (script) => {
        const { wrapped, plain } = await both(client, shell, script)
        expect(wrapped).toEqual(plain)
      }),
      { numRuns: sampled(8, 25), seed: 25 },
    )
  })
})

test.runIf(hasShell('bash'))('a line that is not understood is told as Codex would', async () => {
  const command = 'node -e 7; if; then'
  const wrapped = await home.wrapped(command, 'Why?', { client: 'codex' })
  expect(await home.shell(wrapped, { client: 'codex' })).toEqual({
    code: 2,
    output: `bash: -c: line 1: syntax error near unexpected token \`;'
bash: -c: line 1: \`node -e 7; if; then'
`,
    cwd: '',
  })
})

test.each(['trap "echo bye" EXIT; node -e 7', 'exec node -e 7', 'set -v; cat x'])(
  '%s has the shell for itself, as Codex runs it',
  async (command) => {
    expect(await home.wrapped(command, 'Why?', { client: 'codex' })).toBe(command)
  },
)

test.runIf(hasShell('zsh'))('a shell that is killed holds nobody up', async () => {
  const command = `seq 3; sh -c 'kill -INT $PPID'; echo not`
  const wrapped = await home.shell(await wrappedFor('codex', command), {
    shell: 'zsh',
    client: 'codex',
  })
  expect(wrapped.output).toMatch(/^1\n2\n3\n/)
})

const hasTerminal = spawnSync('script', ['--version']).status === 0
test.runIf(hasTerminal)('a command on a terminal finds one', async () => {
  const wrapped = await wrappedFor('codex', 'test -t 1 && echo terminal; exit 3')
  writeFileSync(join(home.home, 'work/wrapped.sh'), wrapped)
  const line = 'script -qec "bash wrapped.sh" /dev/null </dev/null'
  expect(await home.shell(line, { client: 'codex' })).toMatchObject({
    code: 3,
    output: 'terminal\r\n',
  })
})

test('nothing is left behind', async () => {
  const folder = await home.exchange()
  const left = () => readdirSync(folder).filter((name) => name !== 'ask')
  await expect.poll(left).toEqual([])
})

async function both(client: 'claude' | 'codex', shell: ShellName, command: string) {
  const plain = await home.shell(command, { shell, client })
  const wrapped = await home.shell(await wrappedFor(client, command), { shell, client })
  return { wrapped: numberless(wrapped), plain: numberless(plain) }
}

/** bash counts the lines of all that Claude Code has it run, and our mark is one of them; processes differ. */
const numberless = (ran: Ran): Ran => ({
  ...ran,
  output: ran.output.replaceAll(/bash: line \d+:(?: +\d+ Killed)?/g, 'bash:'),
})

const PIECES = constantFrom(
  'echo one',
  'printf two',
  'echo err >&2',
  'false',
  'true',
  '(echo sub; exit 4)',
  'X=$(echo three); echo $X',
  'seq 3 | tail -n 1',
  'seq 800',
  'cd sub',
  'cd ..',
  '{ echo group; false; }',
  'f() { echo in f; return 2; }; f',
  '{ sleep 0.01 & wait; }',
  'test -d sub && echo there',
  'echo "a;b # c"',
  "cat <<'E'\nhere; $X\nE\n:",
  'exit 9',
)
const JOINTS = constantFrom('; ', ' && ', ' || ', '\n')
const SCRIPTS = array(tuple(PIECES, JOINTS), { minLength: 1, maxLength: 6 }).map((parts) =>
  parts
    .map(([piece, joint], index) =>
      index === parts.length - 1 ? piece : piece + (piece.includes('\n') ? '\n' : joint),
    )
    .join(''),
)
