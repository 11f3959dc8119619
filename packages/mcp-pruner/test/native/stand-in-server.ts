// A server that answers every wrapped command with one word, in place of a real one.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ANSWERING = 'while read -r token; do printf "%s\\n" "$0" 1<>"$token.ctl"; done 0<>ask'

export class StandInServer {
  readonly folder = mkdtempSync(join(tmpdir(), 'mcp-pruner-'))
  readonly #child: ChildProcess

  constructor(data: string, word: string) {
    execFileSync('mkfifo', [join(this.folder, 'ask')])
    this.#child = spawn('sh', ['-c', ANSWERING, word], { cwd: this.folder, stdio: 'ignore' })
    writeFileSync(join(data, 'native/run', `${this.pid}.addr`), `-\n${this.folder}\n`)
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  end(): void {
    this.#child.kill('SIGKILL')
    rmSync(this.folder, { recursive: true, force: true })
  }
}
