// Ways out of bubblewrap's sandbox, tried as root and as another user through the real command. The first found: as
// root every capability was left, and `mount -o remount,bind,rw /` wrote to the machine.
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { makeTree, RawClient, removeTree } from '@jeeves/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkSandbox } from '../../src/process/sandbox.js'
import { ENTRY } from './raw-server.js'

const OTHER_USER = 1001
const isRoot = process.getuid?.() === 0
const hasBwrap = (await checkSandbox()).works || process.env.REQUIRE_BWRAP === '1'
if (!hasBwrap) process.stderr.write('SKIPPED: bubblewrap does not work here\n')
if (!isRoot) process.stderr.write('SKIPPED: only root can try the sandbox as two users\n')

const USERS: readonly (readonly [name: string, uid: number])[] = isRoot
  ? [
      ['root', 0],
      ['another user', OTHER_USER],
    ]
  : [['this user', process.getuid?.() ?? 0]]

describe.skipIf(!hasBwrap).each(USERS)('as %s', (_, uid) => {
  let root: string
  let beside: string
  let server: RawClient
  beforeAll(async () => {
    root = makeTree({ 'a.txt': 'inside\n', 'home/x': '' })
    beside = makeTree({ 'victim.txt': 'as it was\n' })
    if (isRoot) {
      for (const path of [
        root,
        join(root, 'home'),
        join(root, 'a.txt'),
        beside,
        join(beside, 'victim.txt'),
      ])
        chownSync(path, uid, uid)
    }
    const env = {
      PATH: process.env.PATH,
      HOME: join(root, 'home'),
      MCP_PRUNER_CWD: root,
      MCP_PRUNER_STORE: 'memory',
      MCP_PRUNER_SANDBOX: 'bwrap',
    }
    const as = ['--reuid', String(uid), '--regid', String(uid), '--clear-groups']
    server = isRoot
      ? new RawClient('setpriv', [...as, process.execPath, ENTRY], env)
      : new RawClient(process.execPath, [ENTRY], env)
    await server.initialize()
  })
  afterAll(async () => {
    await server.end()
    for (const tree of [root, beside]) removeTree(tree)
  })
  const bash = async (command: string) => {
    const { result } = await server.call('bash', { command })
    return result.structuredContent as { stdout: string; error?: { code: string } }
  }

  test('commands run, and write inside the root', async () => {
    expect((await bash('id -u; echo new > b.txt; cat b.txt')).stdout).toBe(`${uid}\nnew\n`)
    expect(readFileSync(join(root, 'b.txt'), 'utf8')).toBe('new\n')
  })

  test('no capability is left, in any set', async () => {
    const { stdout } = await bash("grep -h '^Cap' /proc/self/status | awk '{print $2}' | sort -u")
    expect(stdout).toBe('0000000000000000\n')
  })

  /** Each prints OUT if, and only if, it got somewhere; `victim` is a file next to the root. */
  const TRIES: readonly [name: string, command: string][] = [
    ['remount the root', 'mount -o remount,bind,rw / && echo x > VICTIM && echo OUT'],
    ['remount through /proc/self/fd', 'exec 9</; mount -o remount,rw /proc/self/fd/9 && echo OUT'],
    ['mount a tmpfs', 'mount -t tmpfs none /mnt && echo OUT'],
    ['bind over a file', 'mount --bind a.txt /etc/passwd && echo OUT'],
    ['unmount /proc', 'umount -l /proc && echo OUT'],
    ['a user namespace', 'unshare -Ur true && echo OUT'],
    ['a mount namespace', 'unshare -m true && echo OUT'],
    ['a namespace and a remount', "unshare -Urm sh -c 'mount -o remount,bind,rw / && echo OUT'"],
    ['another bwrap', "bwrap --bind / / sh -c 'echo x > VICTIM && echo OUT'"],
    [
      'namespaces of process 1',
      'nsenter -t 1 -m true && [ "$(readlink /proc/1/ns/mnt)" != "$(readlink /proc/self/ns/mnt)" ] && echo OUT',
    ],
    ['write beside the root', 'echo x > VICTIM && echo OUT'],
    ['write through a link', 'ln -s VICTIM link && echo x > link && echo OUT'],
    ['write through /proc/self/root', 'echo x > /proc/self/root/VICTIM && echo OUT'],
    ['write through /proc/1/root', 'echo x > /proc/1/root/VICTIM && echo OUT'],
    ['write to /etc', 'touch /etc/sandboxed && echo OUT'],
    [
      'a kernel setting',
      'f=$(find /proc/sys -type f 2>/dev/null | head -1); [ -n "$f" ] && v=$(cat $f) && echo "$v" > $f && echo OUT',
    ],
    ['sysrq', '[ -e /proc/sysrq-trigger ] && echo h > /proc/sysrq-trigger && echo OUT'],
    ['a device', 'mknod disk b 254 0 && echo OUT'],
    ['a disk', 'for d in /dev/[shv]d[a-z] /dev/nvme*; do [ -e $d ] && echo OUT; done'],
    [
      'a program with the set-user bit',
      'for p in $(find /usr/bin -perm -4000 2>/dev/null | head -3); do [ "$(grep -c "NoNewPrivs:.1" /proc/self/status)" = 1 ] || echo OUT; done',
    ],
    ['change the owner', 'chown 12345 a.txt && echo OUT'],
    ['kill the server', 'for p in PIDS; do kill -0 $p && echo OUT; done'],
    [
      'trace the server',
      'for p in PIDS; do cat /proc/$p/environ | grep -a MCP_PRUNER && echo OUT; done',
    ],
    ['another root', 'chroot / true && echo OUT'],
    ['a kernel module', 'insmod a.txt && echo OUT'],
    ['the host name', 'hostname sandboxed && echo OUT'],
    [
      'a socket under /run',
      `python3 -c "import socket; s=socket.socket(socket.AF_UNIX); s.connect('/run/mcp-pruner-escape.sock'); print('OUT')"`,
    ],
    [
      'a socket under /tmp',
      `python3 -c "import socket; s=socket.socket(socket.AF_UNIX); s.connect('BESIDE/s.sock'); print('OUT')"`,
    ],
    ['a core pattern', 'echo "|/bin/sh" > /proc/sys/kernel/core_pattern && echo OUT'],
    ['a cgroup', 'mkdir /sys/fs/cgroup/sandboxed && echo OUT'],
  ]

  test.each(TRIES)('%s does not work', async (_name, command) => {
    const sockets = [join(beside, 's.sock'), ...(isRoot ? ['/run/mcp-pruner-escape.sock'] : [])]
    const listeners = await Promise.all(
      sockets.map(
        (path) =>
          new Promise<ReturnType<typeof createServer>>((resolve) => {
            const listener = createServer().listen(path, () => {
              chmodSync(path, 0o777)
              resolve(listener)
            })
          }),
      ),
    )
    const line = command
      .replaceAll('VICTIM', join(beside, 'victim.txt'))
      .replaceAll('BESIDE', beside)
      .replaceAll('PIDS', `${server.child.pid} ${process.pid}`)
    const { stdout } = await bash(`( ${line} ) 2>/dev/null; rm -f link; echo done`)
    for (const listener of listeners) listener.close()
    expect(stdout).toBe('done\n')
    expect(readFileSync(join(beside, 'victim.txt'), 'utf8')).toBe('as it was\n')
    expect(existsSync('/etc/sandboxed')).toBe(false)
  })
})

describe('where it cannot confine, no command runs', () => {
  test.each([
    ['a root of /', { MCP_PRUNER_CWD: '/' }],
    ['a bwrap that confines nothing', { PATH: 'LIAR' }],
  ])('%s', async (_, more) => {
    const tree = makeTree()
    mkdirSync(join(tree, 'bin'))
    // It only runs what comes after --.
    writeFileSync(
      join(tree, 'bin/bwrap'),
      '#!/bin/bash\nwhile [ "$1" != -- ]; do shift; done; shift; exec "$@"\n',
    )
    chmodSync(join(tree, 'bin/bwrap'), 0o755)
    const env = { PATH: process.env.PATH, HOME: tree, MCP_PRUNER_CWD: tree, ...more }
    if (env.PATH === 'LIAR') env.PATH = `${join(tree, 'bin')}:${process.env.PATH}`
    const server = new RawClient(process.execPath, [ENTRY], {
      ...env,
      MCP_PRUNER_STORE: 'memory',
      MCP_PRUNER_SANDBOX: 'bwrap',
    })
    await server.initialize()
    const { result } = await server.call('bash', { command: `touch ${tree}/ran` })
    expect(result.structuredContent.error.code).toBe('spawn_error')
    expect(existsSync(join(tree, 'ran'))).toBe(false)
    await server.end()
    removeTree(tree)
  })
})
