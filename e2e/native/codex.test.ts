import { expect, test } from 'vitest'
import type { AgentProgram } from '../clients/agent-program.js'
import { codex } from '../clients/codex.js'
import { describeFaults } from './faults.case.js'
import { FILES, WHERE, WHY } from './long-texts.js'
import { describeNative, RAW_TEST_LINE, UNTIL_SERVER } from './native.case.js'
import { runAgent } from './run-agent.js'

describeNative(codex)
describeFaults(codex)

const sandboxed = (sandbox: string): AgentProgram => ({
  ...codex,
  args: (place) =>
    codex.args(place).map((arg) => (arg.startsWith('--sandbox=') ? `--sandbox=${sandbox}` : arg)),
})
const shellScript = () => [
  { say: 'Wait.', ...codex.shell(UNTIL_SERVER, 'Wait') },
  { say: WHY, ...codex.shell('node tests.mjs', 'Run the tests') },
]

/** Where Codex itself lies in the temporary folder, or the system allows no namespaces, it runs no command at all. */
const NO_SANDBOX = 'the sandbox of Codex does not work on this machine'
const hasNoSandbox = ([waited = '']: readonly string[]): boolean =>
  /^(?:bwrap|codex-linux-sandbox): /m.test(waited)

// Commands may write to the project and to the temporary folder, and may open no socket.
test('a failing test run in the sandbox of Codex reaches the model pruned', async ({ skip }) => {
  const program = sandboxed('workspace-write')
  const { results } = await runAgent({ program, script: shellScript, files: FILES })
  skip(hasNoSandbox(results), NO_SANDBOX)
  expect(results[1]).toContain('not ok 401 - reorder quantity is rounded up')
  expect(results[1]).not.toContain(RAW_TEST_LINE)
  expect(results[1]).toMatch(/^Process exited with code 3$/m)
})

test('where its commands may write nowhere, the output is raw', async ({ skip }) => {
  const program = sandboxed('read-only')
  const { results } = await runAgent({ program, script: shellScript, files: FILES })
  skip(hasNoSandbox(results), NO_SANDBOX)
  expect(results[1]).toContain(RAW_TEST_LINE)
  expect(results[1]).toMatch(/^Process exited with code 3$/m)
})

test('the environment of Codex turns it off', async () => {
  const env = { MCP_PRUNER_NATIVE: 'off' }
  const { results } = await runAgent({ program: codex, script: shellScript, files: FILES, env })
  expect(results[1]).toContain(RAW_TEST_LINE)
  expect(results[1]).toMatch(/^Process exited with code 3$/m)
})

// What runs on is shown while it prints: the client may return what there is at any time.
test('a command of over eight seconds is shown whole, with its exit code', async () => {
  const long = codex.shell('sleep 9; node tests.mjs', 'Run the tests')
  const { results } = await runAgent({
    program: codex,
    files: FILES,
    script: () => [
      { say: 'Wait.', ...codex.shell(UNTIL_SERVER, 'Wait') },
      { say: WHY, ...long, input: { ...long.input, yield_time_ms: 30_000 } },
    ],
  })
  expect(results[1]).toContain(RAW_TEST_LINE)
  expect(results[1]).toContain('not ok 401 - reorder quantity is rounded up')
  expect(results[1]).toMatch(/^Process exited with code 3$/m)
})

// Its newer models run commands from scripts: a replacement after the call would break the script.
test('commands that run inside a script of Codex are pruned, side by side too', async () => {
  const program: AgentProgram = {
    ...codex,
    settings: (place) => ({
      '.codex/config.toml': (codex.settings(place)['.codex/config.toml'] ?? '').replace(
        'gpt-5.1-codex',
        'gpt-6.1-sol',
      ),
    }),
  }
  const run = (script: string) => ({ say: WHERE, use: 'exec', script })
  const { results } = await runAgent({
    program,
    files: FILES,
    script: () => [
      run(`await tools.exec_command({ cmd: ${JSON.stringify(UNTIL_SERVER)} }); text('ready')`),
      run(`const ran = await tools.exec_command({ cmd: 'node tests.mjs' })
text(ran.output + 'exit ' + ran.exit_code)`),
      // Not the same command: a repeated command is shown whole.
      run(`const both = await Promise.all(['cat large.ts', 'node ./tests.mjs'].map((cmd) => tools.exec_command({ cmd })))
for (const { output } of both) text(output)`),
    ],
  })
  const [, tests = '', both = ''] = results
  for (const shown of [tests, both]) {
    expect(shown).toContain('not ok 401 - reorder quantity is rounded up')
    expect(shown).not.toContain(RAW_TEST_LINE)
  }
  expect(tests).toContain('exit 3')
  expect(both).toContain('return Math.floor(demand - stock) // rounds down')
  expect(both).not.toContain('shade1100 =')
})
