import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { FAILING, NativeHome, NOISE, WHY } from './native-home.js'
import { StandInServer } from './stand-in-server.js'

let home: NativeHome
const begin = async (env: Record<string, string> = {}) => {
  home = new NativeHome(env)
  await home.start()
}

describe('a wrapped command', () => {
  beforeAll(() => begin())
  afterAll(() => home.end())

  test('shows its failure without the noise, and ends with its own exit code', async () => {
    const { code, output } = await home.shell(await home.wrapped(FAILING, WHY))
    expect(code).toBe(3)
    expect(output).toContain('FAIL reorder quantity is rounded up')
    expect(output).not.toContain(NOISE)
    expect(output).toMatch(/\[\d+ of 401 lines cut; recover_text (?:prune_id=)?prn_[0-9A-Z]{26}/)
  })

  test('recovers its lines in any shell that the client opens', async () => {
    const { output } = await home.shell(await home.wrapped(FAILING, WHY))
    const id = /prn_[0-9A-Z]{26}/.exec(output)?.[0]
    const recovered = await home.shell(`mcp-pruner recover ${id} 20-20`)
    expect(recovered).toMatchObject({ code: 0, output: `${NOISE}\n` })
  })

  test('is the same command to the rules, followed by a comment', async () => {
    const answer = await home.hook({
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: FAILING, description: WHY, timeout: 60_000 },
    })
    expect(answer['permissionDecision']).toBeUndefined()
    expect((answer['updatedInput'] as { command: string }).command).toMatch(
      new RegExp(
        `^${FAILING.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}\n# mcp-pruner \\w+ 59 13.333$`,
      ),
    )
  })

  test('changes the folder, its variables and its functions for what follows in the shell', async () => {
    mkdirSync(join(home.home, 'work/sub'))
    const command = await home.wrapped('cd sub && export X=7; f() { echo f; }; node -e 1', WHY)
    const { output, cwd, code } = await home.shell(`${command}\necho "X=$X $(f)"`)
    expect({ output, code }).toEqual({ output: 'X=7 f\n', code: 0 })
    expect(cwd).toBe(join(home.home, 'work/sub'))
  })

  test('keeps both streams in order, odd bytes, and heredocs', async () => {
    const command = await home.wrapped(
      `node -e "process.stdout.write(Buffer.from([0xff,10]))"; echo err >&2; cat <<'X'\n$HOME\nX`,
      WHY,
    )
    expect(await home.shell(command)).toMatchObject({ code: 0, output: '\ufffd\nerr\n$HOME\n' })
  })

  test('leaves a background job that does not block the call', async () => {
    const done = join(home.home, 'done')
    const command = await home.wrapped(`(sleep 1; touch ${done}) & node -e "console.log(1)"`, WHY)
    const { output } = await home.shell(command)
    expect(output).toBe('1\n')
    while (!existsSync(done)) await new Promise((resolve) => setTimeout(resolve, 50))
  })

  test('that takes longer than the client waits is shown completely while it runs', async () => {
    const lines = `node -e "for(let i=0;i<300;i++)console.log('early '+i+' '.repeat(20))"`
    const command = await home.wrapped(`${lines}; sleep 3; echo late`, WHY, { timeout: 2000 })
    const { output, code } = await home.shell(command)
    expect(code).toBe(0)
    expect(output.split('\n').filter((line) => line.startsWith('early'))).toHaveLength(300)
    expect(output.endsWith('late\n')).toBe(true)
    expect(output).not.toContain('lines cut')
  })

  // pg_ctl, redis-server and build tools leave such ones: they close the three streams that they know of.
  test('leaves a daemon that holds no descriptor of the client', async () => {
    const pid = join(home.home, 'pid')
    const daemon = `(sleep 30 </dev/null >/dev/null 2>&1 & echo $! >${pid})`
    const { output } = await home.shell(
      await home.wrapped(`${daemon}; node -e "console.log(1)"`, WHY),
    )
    expect(output).toBe('1\n')
    process.kill(Number(readFileSync(pid, 'utf8')))
  })

  test('of few lines is shown unchanged', async () => {
    const command = await home.wrapped('node -e "console.log(5)"', WHY)
    expect(command).toContain('# mcp-pruner')
    expect(await home.shell(command)).toMatchObject({ code: 0, output: '5\n' })
  })
})

test('a server whose environment does not name the data folder finds the one around it', async () => {
  await begin({ XDG_DATA_HOME: '/nowhere' })
  expect(await home.addressFile()).toMatch(/^\d+\.addr$/)
  await home.end()
})

test('leftovers of a killed server are removed by the next', async () => {
  await begin()
  const run = join(home.data, 'native/run')
  const left = await home.addressFile()
  const folder = readFileSync(join(run, left), 'utf8').split('\n')[1] ?? ''
  home.server?.child.kill('SIGKILL')
  await home.server?.exited
  expect(existsSync(folder)).toBe(true)
  await home.start()
  await vi.waitFor(() => expect(existsSync(folder)).toBe(false), 10_000)
  await vi.waitFor(() => expect(readdirSync(run)).not.toContain(left), 10_000)
  await home.end()
})

describe('raw, with the exit code, when', () => {
  afterEach(() => home.end())
  const RAW = { code: 3, lines: 402, hasNoise: true }
  const seen = async (command: string) => {
    const { code, output } = await home.shell(command)
    return { code, lines: output.split('\n').length, hasNoise: output.includes(NOISE) }
  }

  test('the server is dead', async () => {
    await begin()
    home.settings({ waitMs: 150 })
    const command = await home.wrapped(FAILING, WHY)
    home.server?.child.kill('SIGKILL')
    await home.server?.exited
    expect(await seen(command)).toEqual(RAW)
  })

  test('the server does not answer', async () => {
    await begin()
    home.settings({ waitMs: 150 })
    const command = await home.wrapped(FAILING, WHY)
    home.server?.child.kill('SIGSTOP')
    expect(await seen(command)).toEqual(RAW)
  })

  test.each([
    ['is never heard', '', '0.150'],
    ['says what nobody understands', 'hello', '0.150'],
    ['is heard and then says nothing more', 'heard', '20.000'],
    ['says that it is shown, and shows nothing', 'shown', '20.000'],
  ])('a server %s', async (_what, word, hear) => {
    await begin()
    const server = new StandInServer(home.data, word)
    try {
      const command = (await home.wrapped(FAILING, WHY))
        .replace(/\d+t/, `${server.pid}t`)
        .replace(/\S+$/, hear)
      expect(await seen(command)).toEqual(RAW)
    } finally {
      server.end()
    }
  })

  test('the server ends while the command runs', async () => {
    await begin()
    // The command continues once the server has certainly ended.
    const gate = join(home.home, 'gate')
    writeFileSync(gate, '')
    const waiting = `node -e "const { existsSync } = require('fs'); (function wait() { if (existsSync('${gate}')) setTimeout(wait, 20) })()"`
    const ran = seen(await home.wrapped(`${waiting}; ${FAILING}`, WHY))
    home.server?.child.stdin?.end()
    await home.server?.exited
    rmSync(gate)
    expect(await ran).toEqual(RAW)
  })

  test('the store cannot keep what would be cut', async () => {
    home = new NativeHome()
    writeFileSync(join(home.home, 'file'), '')
    home.env['MCP_PRUNER_CACHE_DIR'] = join(home.home, 'file')
    await home.start()
    expect(await seen(await home.wrapped(FAILING, WHY))).toEqual(RAW)
  })

  test('the settings are broken', async () => {
    await begin()
    const command = await home.wrapped(FAILING, WHY)
    writeFileSync(join(home.data, 'native/settings.json'), '{')
    expect(await home.wrapped(FAILING, WHY)).toBe(FAILING)
    expect(await seen(command)).toEqual(RAW)
  })

  test('the output is huge', async () => {
    await begin()
    const command = await home.wrapped(
      `node -e "process.stdout.write('x'.repeat(99).concat('\\n').repeat(340000))"; node -e "process.exit(4)"`,
      WHY,
    )
    const { code, output } = await home.shell(command)
    expect(code).toBe(4)
    expect(output.length).toBe(34_000_000)
  })

  test('the scripts are gone', async () => {
    await begin()
    const command = await home.wrapped(FAILING, WHY)
    rmSync(join(home.data, 'native/begin.sh'))
    expect(await seen(command)).toEqual(RAW)
  })

  test.each(['# raw', '# RAW'.toLowerCase()])('the command ends in %s', async (mark) => {
    await begin()
    expect(await home.wrapped(`${FAILING} ${mark}`, WHY)).toBe(`${FAILING} ${mark}`)
  })

  test('it is turned off, and back on, while the server runs', async () => {
    await begin()
    expect(home.run('native', 'off')).toMatchObject({ status: 0, stdout: 'off: claude\n' })
    expect(await home.wrapped(FAILING, WHY)).toBe(FAILING)
    home.run('native', 'on')
    expect(await home.wrapped(FAILING, WHY)).toContain('# mcp-pruner')
  })

  test('the environment turns it off', async () => {
    await begin({ MCP_PRUNER_NATIVE: 'off' })
    expect(await home.wrapped(FAILING, WHY)).toBe(FAILING)
  })

  test('the settings list the command', async () => {
    await begin()
    home.settings({ rawCommands: ['node -e'] })
    expect(await home.wrapped(FAILING, WHY)).toBe(FAILING)
  })
})
