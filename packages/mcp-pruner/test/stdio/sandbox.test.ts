// bash in bubblewrap's sandbox, on the real command.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkSandbox } from '../../src/process/sandbox.js'
import { RawServer } from './raw-server.js'

const hasBwrap = (await checkSandbox()).works || process.env.REQUIRE_BWRAP === '1'
if (!hasBwrap)
  process.stderr.write('SKIPPED: bubblewrap does not work here, bash in a sandbox is not tested\n')

describe.skipIf(!hasBwrap)('MCP_PRUNER_SANDBOX=bwrap', () => {
  let root: string
  let beside: string
  let server: RawServer
  beforeAll(async () => {
    root = makeTree({ 'a.txt': 'inside\n', 'sub/b.txt': 'below\n' })
    beside = makeTree({ 'other.txt': 'as it was\n' })
    server = new RawServer(root, {
      MCP_PRUNER_SANDBOX: 'bwrap',
      LEAK: 'leaked',
      CI_VALUE: 'leaked',
    })
    await server.initialize()
  })
  afterAll(async () => {
    await server.end()
    for (const tree of [root, beside]) removeTree(tree)
  })
  const bash = (command: string, more: object = {}) =>
    server.structured('bash', { command, ...more })

  test('commands run, in their folder, and write in the root', async () => {
    expect(await bash('cat b.txt; pwd; echo new > c.txt', { cwd: 'sub' })).toMatchObject({
      stdout: `below\n${root}/sub\n`,
      exit_code: 0,
      timed_out: false,
    })
    expect(readFileSync(join(root, 'sub/c.txt'), 'utf8')).toBe('new\n')
    expect(await bash('echo $ADDED; exit 4', { env: { ADDED: 'yes' } })).toMatchObject({
      error: { code: 'nonzero_exit', exit_code: 4 },
      stdout: 'yes\n',
    })
  })

  test('nothing outside the root can be written', async () => {
    writeFileSync(join(beside, 'other.txt'), 'as it was\n')
    const { stdout } = await bash(
      `echo x > ${beside}/other.txt; echo x > /etc/sandboxed; touch /usr/sandboxed; echo done`,
    )
    expect(stdout).toBe('done\n')
    expect(readFileSync(join(beside, 'other.txt'), 'utf8')).toBe('as it was\n')
    expect([existsSync('/etc/sandboxed'), existsSync('/usr/sandboxed')]).toEqual([false, false])
  })

  test('neither the server’s environment nor its processes can be seen', async () => {
    const { stdout } = await bash(
      'env; cat /proc/$PPID/environ /proc/1/environ /proc/[0-9]*/environ 2>/dev/null | tr "\\0" "\\n"; ls /proc | grep -c "^[0-9]"',
    )
    expect(stdout).not.toContain('leaked')
    expect(stdout).not.toContain('MCP_PRUNER')
    expect(Number(stdout.trim().split('\n').at(-1))).toBeLessThan(10)
  })

  test('children that clear their environment and leave their group end with the command', async () => {
    await bash(
      `env -i setsid bash -c 'while :; do echo beat >> ${root}/beat; sleep 0.05; done' & sleep 0.5`,
    )
    const beats = () => readFileSync(join(root, 'beat'), 'utf8').length
    const after = beats()
    await bash('sleep 0.5')
    expect(beats()).toBe(after)
    const { error } = await bash(
      `env -i setsid bash -c 'while :; do echo beat >> ${root}/beat; sleep 0.05; done' & sleep 60`,
      { timeout_ms: 1000 },
    )
    expect(error.code).toBe('timeout')
    const late = beats()
    await bash('sleep 0.5')
    expect(beats()).toBe(late)
  })

  test('a command is ended with a server that is killed', async () => {
    const own = new RawServer(root, { MCP_PRUNER_SANDBOX: 'bwrap' })
    await own.initialize()
    own
      .call('bash', {
        command: 'while :; do echo beat >> orphan; sleep 0.05; done',
        timeout_ms: 60_000,
      })
      .catch(() => undefined)
    while (!existsSync(join(root, 'orphan'))) await new Promise((r) => setTimeout(r, 25))
    own.child.kill('SIGKILL')
    const size = () => readFileSync(join(root, 'orphan'), 'utf8').length
    let [before, stable] = [size(), 0]
    for (let i = 0; i < 100 && stable < 5; i++) {
      await bash('sleep 0.1')
      stable = size() === before ? stable + 1 : 0
      before = size()
    }
    expect(stable).toBe(5)
  })
})

test('if the sandbox does not work, no command runs', async () => {
  const root = makeTree()
  const server = new RawServer(root, { MCP_PRUNER_SANDBOX: 'bwrap', PATH: makeTree() })
  await server.initialize()
  const { error } = await server.structured('bash', { command: 'touch ran' })
  expect(error.code).toBe('spawn_error')
  expect(existsSync(join(root, 'ran'))).toBe(false)
  await server.end()
  removeTree(root)
})
