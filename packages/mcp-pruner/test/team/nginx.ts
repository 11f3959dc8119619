// Debian's nginx with the balancer's configuration as it is deployed, on a free port of this machine, in front
// of servers that a test names.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, makeTree, removeTree } from '@jeeves/testing'

const DEPLOYED = readFileSync(new URL('../../../../deploy/nginx.conf', import.meta.url), 'utf8')

/** Skips loudly on a machine without nginx, unless the run demands it. */
export const skipWithoutNginx = (() => {
  const isInstalled = spawnSync('nginx', ['-v']).status === 0
  if (isInstalled || process.env.REQUIRE_NGINX === '1') return false
  process.stderr.write('SKIPPED: nginx is not installed, the team set-up is not tested\n')
  return true
})()

export class Nginx {
  readonly port: number
  readonly #folder = makeTree()
  #process: ChildProcess | undefined

  private constructor(port: number) {
    this.port = port
  }

  static async start(ports: readonly number[]): Promise<Nginx> {
    const nginx = new Nginx(await freePort())
    nginx.#configure(ports)
    nginx.#process = spawn('nginx', ['-p', nginx.#folder, '-c', 'nginx.conf'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    while (!(await accepts(nginx.port))) await sleep(25)
    return nginx
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** Other servers from now on; requests under way are finished with the old ones. */
  async balance(ports: readonly number[]): Promise<void> {
    this.#configure(ports)
    this.#process?.kill('SIGHUP')
    // The old workers go on until they are idle; the new ones take new connections soon.
    await sleep(500)
  }

  async stop(): Promise<void> {
    const child = this.#process
    if (child !== undefined && child.exitCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    removeTree(this.#folder)
  }

  #configure(ports: readonly number[]): void {
    const servers = ports.map((port) => `    server 127.0.0.1:${port} max_fails=0;`)
    const site = DEPLOYED.replace(
      /^ {4}resolver .*;\n {4}server pruner:8006 resolve max_fails=0;$/m,
      () => servers.join('\n'),
    ).replace('listen 8006;', `listen 127.0.0.1:${this.port};`)
    const temps = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `  ${name}_temp_path ${join(this.#folder, name)};`,
    )
    const main = [
      // Its workers would else be another user's, who cannot write in this folder.
      ...(process.getuid?.() === 0 ? ['user root;'] : []),
      'daemon off;',
      'worker_processes 1;',
      `pid ${join(this.#folder, 'pid')};`,
      `error_log ${join(this.#folder, 'error.log')};`,
      'events { worker_connections 512; }',
      'http {',
      '  access_log off;',
      ...temps,
      site,
      '}',
    ]
    writeFileSync(join(this.#folder, 'nginx.conf'), `${main.join('\n')}\n`)
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
