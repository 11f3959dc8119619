// bash in a bubblewrap sandbox: a user namespace without capabilities or nested namespaces, its own
// processes that end with it and cannot see others, a read-only file system except for the root and empty
// folders in place of /tmp and /run, whose sockets lead out, and an environment with nothing of the server's.

import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import { processEnv } from '../settings/environment.js'
import { findOnPath } from './find-program.js'

const run = promisify(execFile)

export interface SandboxedCommand {
  readonly program: string
  readonly args: readonly string[]
}

/** A bubblewrap that was checked to confine a command. */
export interface Sandbox {
  readonly program: string
  /** As far as this bubblewrap and this kernel support them. */
  readonly extra: readonly string[]
}

export function sandboxed(
  { program: bwrap, extra }: Sandbox,
  { realRoot, cwd }: { readonly realRoot: string; readonly cwd: string },
  { program, args }: SandboxedCommand,
): SandboxedCommand {
  return {
    program: bwrap,
    args: [
      ['--unshare-user', ...extra, '--cap-drop', 'ALL'],
      ['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
      ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
      ['--ro-bind-try', '/proc/sys', '/proc/sys'],
      ['--tmpfs', '/tmp', '--tmpfs', '/run'],
      // For name resolution, on machines that keep its configuration under /run.
      ['--ro-bind-try', '/run/systemd/resolve', '/run/systemd/resolve'],
      ['--bind', realRoot, realRoot],
      ['--die-with-parent', '--new-session', '--chdir', cwd, '--', program, ...args],
    ].flat(),
  }
}

export type SandboxCheck =
  | ({ readonly works: true } & Sandbox)
  | { readonly works: false; readonly why: string }

/** Without capabilities, and with a file system that is read-only outside the root. */
const IS_CONFINED = `
while read -r name value; do
  case $name in
    CapEff: | CapPrm: | CapBnd: | CapInh: | CapAmb:) [ -z "\${value##*[!0]*}" ] && exit 41 ;;
    NoNewPrivs:) [ "$value" = 1 ] || exit 42 ;;
  esac
done </proc/self/status
(: >/.mcp-pruner-probe) 2>/dev/null && exit 43
exit 0`

/** Whether this machine allows it: the program may be missing, or the kernel may refuse namespaces. */
export async function checkSandbox(path: string = processEnv.PATH ?? ''): Promise<SandboxCheck> {
  const program = await findOnPath('bwrap', path)
  if (program === undefined) {
    return { works: false, why: 'bwrap is not installed (Debian: apt install bubblewrap)' }
  }
  let why = ''
  for (const extra of [['--disable-userns'], []]) {
    const failed = await tryOut({ program, extra })
    if (failed === undefined) return { works: true, program, extra }
    why ||= failed
  }
  return { works: false, why }
}

/** Why it does not confine; `undefined` when it does. */
async function tryOut(sandbox: Sandbox): Promise<string | undefined> {
  const place = { realRoot: tmpdir(), cwd: '/' }
  const inside = sandboxed(sandbox, place, { program: '/bin/sh', args: ['-c', IS_CONFINED] })
  try {
    await run(inside.program, [...inside.args], { timeout: 5_000, env: {} })
    return undefined
  } catch (error) {
    const { stderr, code } = error as { stderr?: string; code?: unknown }
    if (code === 41 || code === 42 || code === 43) return 'bwrap starts here, but confines nothing'
    return stderr?.trim().split('\n')[0] || 'bwrap does not run here'
  }
}

let found: SandboxCheck | undefined

/** Once it works it keeps working; until then it is tried again. */
export async function openSandbox(): Promise<SandboxCheck> {
  if (!found?.works) found = await checkSandbox()
  return found
}
