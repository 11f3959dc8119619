// What another account of the same machine can try: addresses that a crash has left, sockets, the store, the page.
// Two accounts are needed, so these tests run as root alone.
import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { FAILING, NativeHome, NOISE, WHY } from '../native/native-home.js'

const OTHER = 1001
const isRoot = process.platform === 'linux' && process.getuid?.() === 0
if (!isRoot) process.stderr.write('SKIPPED: only root can act as a second account\n')

/** A shell line run by the other account. */
const asOther = (line: string) =>
  spawnSync(
    '/usr/bin/setpriv',
    ['--reuid', '1001', '--regid', '1001', '--clear-groups', 'sh', '-c', line],
    {
      encoding: 'utf8',
    },
  )

describe.skipIf(!isRoot)('a second account', () => {
  let home: NativeHome
  let opened: Server[] = []
  const folders: string[] = []
  beforeAll(async () => {
    home = new NativeHome()
    // As homes are on many machines; our own folders must be closed.
    chmodSync(home.home, 0o755)
    await home.start()
  })
  afterEach(() => {
    for (const server of opened) server.close()
    opened = []
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })
  afterAll(() => home.end())

  /** A folder of the other account, in which it listens and accepts anything. */
  async function listen(): Promise<{ folder: string; socket: string; got: () => string }> {
    const folder = mkdtempSync(join(tmpdir(), 'mcp-pruner-'))
    folders.push(folder)
    const socket = join(folder, 's.sock')
    let got = ''
    const server = createServer((request, response) => {
      got += request.url
      response.end('{"output":"forged","modifiedResult":{}}')
    })
    await new Promise<void>((resolve) => server.listen(socket, resolve))
    opened.push(server)
    chmodSync(socket, 0o777)
    for (const path of [socket, folder]) chownSync(path, OTHER, OTHER)
    chmodSync(folder, 0o777)
    return { folder, socket, got: () => got }
  }

  const askByHook = (told: object): Promise<string> =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, [join(home.data, 'app/native-hook.js'), 'gemini'], {
        env: home.env,
      })
      let out = ''
      child.stdout.on('data', (text) => {
        out += String(text)
      })
      child.once('close', () => resolve(out))
      child.stdin.end(JSON.stringify(told))
    })

  test('that listens at an address which a crash has left is sent nothing', async () => {
    const run = join(home.data, 'native/run')
    // The running server's own is the older one.
    await home.addressFile()
    const { socket, folder, got } = await listen()
    const stale = join(run, '999999.addr')
    writeFileSync(stale, `${socket}\n${folder}\n`)
    // The newest is asked first.
    const out = await askByHook({
      hook_event_name: 'AfterTool',
      tool_name: 'run_shell_command',
      tool_input: { command: 'cat secret' },
      tool_response: { llmContent: 'my private text\n'.repeat(500) },
    })
    expect(got()).toBe('')
    expect(out).not.toContain('forged')
    expect(existsSync(stale)).toBe(false)
  })

  test('that recreated the folder of running commands gets no output', async () => {
    const own = new NativeHome()
    await own.start()
    const command = await own.wrapped(FAILING, WHY)
    const address = readFileSync(
      join(own.data, 'native/run', `${own.server?.child.pid}.addr`),
      'utf8',
    )
    const folder = address.split('\n')[1] ?? ''
    folders.push(folder)
    rmSync(folder, { recursive: true })
    mkdirSync(folder)
    spawnSync('mkfifo', ['-m', '777', join(folder, 'ask')])
    for (const path of [folder, join(folder, 'ask')]) chownSync(path, OTHER, OTHER)
    chmodSync(folder, 0o777)
    const { code, output } = await own.shell(command)
    expect({ code, isRaw: output.includes(NOISE) }).toEqual({ code: 3, isRaw: true })
    expect(readdirSync(folder)).toEqual(['ask'])
    expect(await own.wrapped(FAILING, WHY)).toBe(FAILING)
    await own.end()
  })

  test('cannot reach the socket, the addresses or the key of a running server', () => {
    const run = join(home.data, 'native/run')
    const socket = readdirSync(run).find((name) => name.endsWith('.sock')) ?? ''
    expect(statSync(run).mode & 0o777).toBe(0o700)
    const tries = [
      `ls ${run}`,
      `cat ${run}/*.addr`,
      `cat ${home.data}/native/hook-key`,
      `python3 -c "import socket; socket.socket(socket.AF_UNIX).connect('${join(run, socket)}')"`,
      `echo x > ${run}/1.addr`,
      `echo x > ${home.data}/native/settings.json`,
    ]
    expect(tries.map((line) => asOther(line).status === 0)).toEqual(tries.map(() => false))
  })

  test('cannot read the store, nor write to it', async () => {
    const kept = join(home.home, '.cache/mcp-pruner')
    await home.hook({
      hook_event_name: 'PostToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'make', description: WHY },
      tool_response: {
        stdout: `${Array.from({ length: 900 }, (_, i) => `ok ${i} colours ${i}`).join('\n')}\nFAIL reorder quantity\n`,
        stderr: '',
      },
    })
    expect(existsSync(join(kept, 'artifacts'))).toBe(true)
    const tries = [`ls ${kept}/artifacts`, `cat ${kept}/artifacts/*`, `touch ${kept}/artifacts/x`]
    expect(tries.map((line) => asOther(line).status === 0)).toEqual(tries.map(() => false))
  })

  test('sees the port of the page, and nothing behind it without the token', async () => {
    const child = spawn(process.execPath, [join(home.data, 'app/index.js'), 'ui', '--no-open'], {
      env: home.env,
    })
    const exited = new Promise((resolve) => child.once('exit', resolve))
    const address = await new Promise<string>((resolve) => {
      child.stdout.once('data', (bytes) => resolve(String(bytes).trim()))
    })
    const [base = '', token = ''] = address.split('#')
    expect(token.length).toBeGreaterThan(20)
    const script = `
const none = [{}, { authorization: 'Bearer ' }, { authorization: 'Bearer ${token.slice(0, -1)}' }, { cookie: 'token=x' }]
const got = []
for (const path of ['calls', 'home', 'sessions', 'savings', 'files', 'call?id=x', 'replay', 'calls?token=x'])
  for (const headers of none) got.push((await fetch('${base}api/' + path, { headers })).status)
for (const path of ['wrong', 'try', 'replay'])
  got.push((await fetch('${base}api/' + path, { method: 'POST', body: '{}' })).status)
console.log([...new Set(got)].join())`
    // A port does not ask whose process calls; where the other account cannot run this Node, we call.
    const canRun = asOther(`'${process.execPath}' -e 0`).status === 0
    const args = ['--input-type=module', '-e', script]
    const other = ['--reuid', '1001', '--regid', '1001', '--clear-groups', process.execPath]
    const { stdout, stderr } = canRun
      ? spawnSync('/usr/bin/setpriv', [...other, ...args], { encoding: 'utf8' })
      : spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect({ stdout, stderr }).toEqual({ stdout: '401\n', stderr: '' })
    // The token is in no argument that the other account can list.
    expect(asOther('cat /proc/[0-9]*/cmdline 2>/dev/null | tr "\\0" " "').stdout).not.toContain(
      token,
    )
    child.kill('SIGTERM')
    await exited
  })
})
