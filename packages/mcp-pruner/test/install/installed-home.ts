// A home folder of its own, and the built command run in it.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { onTestFinished } from 'vitest'
import { runVerb } from '../shell/verb-process.js'
import { ENTRY } from '../stdio/raw-server.js'

export class InstalledHome {
  readonly home: string

  constructor(files: Readonly<Record<string, string>> = {}) {
    this.home = makeTree(files)
  }

  run(...args: string[]) {
    return this.runWith({}, ...args)
  }

  runWith(env: Readonly<Record<string, string>>, ...args: string[]) {
    return runVerb(args, this.#env(env), this.home)
  }

  /** In a process of its own. */
  runAlone(env: Readonly<Record<string, string>>, ...args: string[]) {
    return this.#start(process.execPath, args, env)
  }

  /** With another Node than that of the tests. */
  runBy(node: string, ...args: string[]) {
    return this.#start(node, args, {})
  }

  #start(node: string, args: readonly string[], env: Readonly<Record<string, string>>) {
    const { status, stdout, stderr } = spawnSync(node, [ENTRY, ...args], {
      encoding: 'utf8',
      cwd: this.home,
      env: this.#env(env),
    })
    return { status, stdout, stderr }
  }

  #env(env: Readonly<Record<string, string>>) {
    return { PATH: '/usr/bin:/bin', HOME: this.home, ...env }
  }

  read(file: string): string {
    return readFileSync(join(this.home, file), 'utf8')
  }

  /** Every file and folder, by its path from the home folder, with its bytes. */
  all(): Readonly<Record<string, string>> {
    const found: Record<string, string> = {}
    for (const entry of readdirSync(this.home, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      found[relative(this.home, path)] = entry.isFile() ? readFileSync(path, 'latin1') : 'folder'
    }
    return found
  }

  /** Of files as they were before an install. */
  backups(): readonly string[] {
    return this.backupFiles().map((file) => readFileSync(file, 'utf8'))
  }

  backupFiles(): readonly string[] {
    const folder = join(this.home, '.local/share/mcp-pruner/backups')
    return readdirSync(folder).map((name) => join(folder, name))
  }

  remove(): void {
    removeTree(this.home)
  }
}

/** Removed after the test. */
export const homeWith = (files: Readonly<Record<string, string>> = {}): InstalledHome => {
  const home = new InstalledHome(files)
  onTestFinished(() => home.remove())
  return home
}
