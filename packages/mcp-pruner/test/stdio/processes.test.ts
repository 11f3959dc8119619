// Commands and their children: what they see, what is captured, and that none of them outlives its call.
import { isAlive, makeTree, pidIn, removeTree, untilGone } from '@jeeves/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RawServer } from './raw-server.js'

let root: string
let server: RawServer

beforeAll(async () => {
  root = makeTree({ 'small.txt': 'small\n' })
  server = new RawServer(root, {
    ANTHROPIC_API_KEY: 'key-a',
    OPENAI_API_KEY: 'key-b',
    CLAUDE_CODE_OAUTH_TOKEN: 'key-c',
    PRUNER_TIMEOUT_MS: '30000',
    KEEP_ME: 'kept',
  })
  await server.initialize()
})

afterAll(async () => {
  await server.end()
  removeTree(root)
})

/** A child that ignores SIGTERM, and writes down its id. */
const stubborn = (name: string) =>
  `bash -c 'trap "" TERM; echo $$ > ${name}; while :; do sleep 1; done'`

describe('the environment of a command', () => {
  test('has the server’s variables, without its settings and model keys, plus those of the request', async () => {
    const { stdout } = await server.structured('bash', {
      command: 'env',
      env: { ADDED: 'yes', KEEP_ME: 'changed' },
    })
    const lines = new Set(stdout.split('\n'))
    expect([...lines].filter((line) => /PRUNER|ANTHROPIC|OPENAI|OAUTH/.test(String(line)))).toEqual(
      [],
    )
    expect([lines.has('ADDED=yes'), lines.has('KEEP_ME=changed')]).toEqual([true, true])
  })

  test.each([
    'LD_PRELOAD',
    'LD_LIBRARY_PATH',
    'DYLD_INSERT_LIBRARIES',
    'NODE_OPTIONS',
    'BASH_ENV',
    'ENV',
    'PYTHONSTARTUP',
    'PERL5OPT',
    'RUBYOPT',
  ])('%s in a request is refused', async (name) => {
    const { error } = await server.call('bash', { command: 'true', env: { [name]: '/tmp/x' } })
    expect(error?.data.issues).toEqual([
      { path: `arguments.env.${name}`, code: 'custom', message: 'custom' },
    ])
  })
})

test.each(['HOME', 'EDITOR', 'PYTHONPATH', 'GIT_DIR'])(
  'seed 001, bash.env: %s is merged over the environment of the server',
  async (name) => {
    const { stdout } = await server.structured('bash', {
      command: `echo "$${name}"`,
      env: { [name]: '/nowhere/of-the-request' },
    })
    expect(stdout).toBe('/nowhere/of-the-request\n')
  },
)

describe('the start of a command', () => {
  test('does not need the PATH that the request sets', async () => {
    const { stdout } = await server.structured('bash', {
      command: 'echo "$0 runs"',
      env: { PATH: '/nowhere' },
    })
    expect(stdout).toBe('bash runs\n')
  })

  test('that the system refuses is a tool error', async () => {
    const command = `: ${'漢'.repeat(49_998)}`
    const { error } = await server.structured('bash', { command })
    expect(error.code).toBe('spawn_error')
    expect(error.message).toMatch(/^bash could not be started \(.*too long/)
    expect((await server.structured('bash', { command: 'echo on' })).stdout).toBe('on\n')
  })
})

describe('output', () => {
  test('a non-zero exit is a tool error that shows both streams', async () => {
    const { result } = await server.call('bash', { command: 'echo out; echo err >&2; exit 3' })
    expect(result.isError).toBe(true)
    expect(result.structuredContent).toMatchObject({
      tool: 'bash',
      error: { code: 'nonzero_exit', message: expect.any(String), exit_code: 3 },
      stdout: 'out\n',
      stderr: 'err\n',
    })
    expect(result.content[0].text).toBe('out\n[stderr]\nerr\n[exit code 3]')
  })

  test('a success has every field', async () => {
    const answer = await server.structured('bash', { command: 'printf hi' })
    expect(answer).toEqual({
      tool: 'bash',
      command: 'printf hi',
      cwd: root,
      stdout: 'hi',
      stderr: '',
      exit_code: 0,
      timed_out: false,
      truncated: false,
      duration_ms: expect.any(Number),
      pruning: {
        attempted: false,
        applied: false,
        fallback: false,
        reason: 'no_focus_question',
        raw_bytes: 2,
      },
    })
  })

  test('without a bash there is a clear error', async () => {
    const own = new RawServer(root, { PATH: root })
    const { error } = await own.structured('bash', { command: 'true' })
    expect(error).toMatchObject({ code: 'spawn_error', message: 'bash is not on the PATH' })
    await own.end()
  })

  test('an endless output is captured within limits: its start, its end, and what is missing', async () => {
    const { stdout, truncated } = await server.structured('bash', {
      command: 'echo first; seq 1 3000000; echo last',
      max_output_bytes: 2048,
    })
    expect(truncated).toBe(true)
    expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(2048)
    expect(stdout.startsWith('first\n1\n2\n')).toBe(true)
    expect(stdout.endsWith('3000000\nlast\n')).toBe(true)
    expect(stdout).toMatch(/\[… \d+ bytes cut …\]/)
  })

  test('stdout and stderr share the bound, and the shorter one stays whole', async () => {
    const { stdout, stderr } = await server.structured('bash', {
      command: 'seq 1 9999; echo the reason >&2',
      max_output_bytes: 1024,
    })
    expect(stderr).toBe('the reason\n')
    expect(Buffer.byteLength(stdout) + Buffer.byteLength(stderr)).toBeLessThanOrEqual(1024)
  })

  test('bytes that are not UTF-8 stay within the bound', async () => {
    const { stdout } = await server.structured('bash', {
      command: "head -c 5000 /dev/zero | tr '\\0' '\\377'",
      max_output_bytes: 1024,
    })
    expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(1024)
  })

  test('a background child does not delay the answer', async () => {
    const answer = await server.structured('bash', {
      command: 'sleep 300 & echo $! > background.pid; echo started',
    })
    expect([answer.stdout, answer.exit_code]).toEqual(['started\n', 0])
    const pid = await pidIn(root, 'background.pid')
    expect(isAlive(pid)).toBe(true)
    process.kill(pid)
  })
})

describe('the end of a call is the end of its processes', () => {
  test('at the time limit, even those that ignore SIGTERM', async () => {
    const { result } = await server.call('bash', {
      command: `${stubborn('limit.pid')} & wait`,
      timeout_ms: 2500,
    })
    expect(result.structuredContent.error.code).toBe('timeout')
    expect(await untilGone(await pidIn(root, 'limit.pid'))).toBe(true)
  })

  test('when the client cancels, without an answer', async () => {
    const id = server.start('bash', { command: `${stubborn('cancel.pid')} & wait` })
    const pid = await pidIn(root, 'cancel.pid')
    server.send({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: id, reason: 'enough' },
    })
    expect(await untilGone(pid)).toBe(true)
    await server.request('ping')
    expect(server.messages.filter((message) => message.id === id)).toEqual([])
  })

  test.each(['input', 'SIGTERM', 'SIGINT'] as const)(
    'when the server ends by %s',
    async (cause) => {
      const folder = makeTree()
      const own = new RawServer(folder)
      await own.initialize()
      own.start('bash', { command: `${stubborn('end.pid')} & wait` })
      await own.structured('bash', { command: 'sleep 300 & echo $! > left.pid' })
      const pids = [await pidIn(folder, 'end.pid'), await pidIn(folder, 'left.pid')]
      if (cause === 'input') own.child.stdin.end()
      else own.child.kill(cause)
      expect(await own.exited).toEqual({ code: 0, signal: null })
      expect(await Promise.all(pids.map(untilGone))).toEqual([true, true])
      expect(own.events.at(-1)).toMatchObject({
        event: 'mcp_pruner.stopped',
        data: { graceful: true },
      })
      removeTree(folder)
    },
  )

  test('requests received before the input ended are answered', async () => {
    const own = new RawServer(root)
    own.send({ jsonrpc: '2.0', id: 'p', method: 'ping' })
    const id = own.start('read', { file_path: 'small.txt' })
    own.child.stdin.end()
    await own.exited
    expect(new Set(own.messages.map((message) => message.id))).toEqual(new Set([id, 'p']))
  })
})

describe('logs', () => {
  test('contain no argument values and no output', async () => {
    const own = new RawServer(root, { PRUNER_URL: 'http://127.0.0.1:9/prune' })
    await own.call('bash', {
      command: 'echo hush-output # hush-command',
      env: { HUSH_NAME: 'hush-env' },
    })
    await own.call('bash', { command: 'exit 4 # hush', context_focus_question: 'hush-question?' })
    await own.call('read', { file_path: 'hush-path' })
    await own.call('read', { file_path: '/hush/outside', hush_key: 'hush-value' })
    await own.call('grep', { pattern: 'hush-(pattern', path: '.' })
    await own.end()
    expect(own.events.length).toBeGreaterThan(10)
    expect(own.stderr).not.toContain('hush')
  })
})

// A client that closes the server's stderr once ended the server with it.
test('a stderr that nobody reads does not stop the work', async () => {
  const own = new RawServer(root)
  own.child.stderr.destroy()
  await own.initialize()
  for (let i = 0; i < 3; i++) {
    expect(await own.structured('read', { file_path: 'small.txt' })).toMatchObject({
      content: 'small\n',
    })
  }
  own.child.stdin.end()
  expect(await own.exited).toEqual({ code: 0, signal: null })
})
