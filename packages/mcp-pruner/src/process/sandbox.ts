// bash in a sandbox of bubblewrap: processes of its own that end with it and cannot see others, a file system
// that can only be read, but for the root and an empty /tmp, and an environment with nothing of the server's.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findOnPath } from './find-program.js'

const run = promisify(execFile)

export interface SandboxedCommand {
  readonly program: string
  readonly args: readonly string[]
}

export function sandboxed(
  bwrap: string,
  { realRoot, cwd }: { readonly realRoot: string; readonly cwd: string },
  { program, args }: SandboxedCommand,
): SandboxedCommand {
  return {
    program: bwrap,
    args: [
      '--ro-bind',
      '/',
      '/',
      '--dev',
      '/dev',
      '--proc',
      '/proc',
      '--tmpfs',
      '/tmp',
      '--bind',
      realRoot,
      realRoot,
      '--unshare-pid',
      '--unshare-ipc',
      '--unshare-uts',
      '--die-with-parent',
      '--new-session',
      '--chdir',
      cwd,
      '--',
      program,
      ...args,
    ],
  }
}

export type SandboxCheck =
  | { readonly works: true; readonly program: string }
  | { readonly works: false; readonly why: string }

/** Whether this machine allows it: the program may be missing, or the kernel may refuse namespaces. */
export async function checkSandbox(path: string = process.env.PATH ?? ''): Promise<SandboxCheck> {
  const bwrap = await findOnPath('bwrap', path)
  if (bwrap === undefined) {
    return { works: false, why: 'bwrap is not installed (Debian: apt install bubblewrap)' }
  }
  try {
    const { program, args } = sandboxed(
      bwrap,
      { realRoot: '/', cwd: '/' },
      { program: '/bin/sh', args: ['-c', 'exit 0'] },
    )
    await run(program, [...args], { timeout: 5_000, env: {} })
    return { works: true, program: bwrap }
  } catch (error) {
    const stderr = (error as { stderr?: string }).stderr?.trim().split('\n')[0]
    return { works: false, why: stderr || 'bwrap does not run here' }
  }
}

let found: SandboxCheck | undefined

/** Once it works it goes on working; until then it is tried again. */
export async function openSandbox(): Promise<SandboxCheck> {
  if (!found?.works) found = await checkSandbox()
  return found
}
