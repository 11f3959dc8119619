// Processes of a command end with it, wherever they are; and what a command can see and set.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { RawServer } from './raw-server.js'

let root: string
beforeEach(() => {
  root = makeTree()
})
afterEach(() => removeTree(root))

const isAlive = (pid: number): boolean => {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

async function pidIn(name: string): Promise<number> {
  for (;;) {
    try {
      const pid = Number(readFileSync(join(root, name), 'utf8').trim())
      if (pid > 0) return pid
    } catch {
      // Not written yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

async function untilGone(pid: number): Promise<boolean> {
  for (let i = 0; i < 400 && isAlive(pid); i++) {
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return !isAlive(pid)
}

/** Leaves its group and its parent, ignores SIGTERM, and writes down its id. */
const escaped = (name: string) =>
  `setsid bash -c 'trap "" TERM HUP; echo $$ > ${name}; while :; do sleep 1; done' >/dev/null 2>&1 &`

describe.skipIf(process.platform !== 'linux')('children that left their group', () => {
  test('are ended at the time limit', async () => {
    const server = new RawServer(root)
    await server.initialize()
    const { error } = await server.structured('bash', {
      command: `${escaped('pid')} sleep 60`,
      timeout_ms: 1500,
    })
    expect(error.code).toBe('timeout')
    expect(await untilGone(await pidIn('pid'))).toBe(true)
    await server.end()
  })

  test('live on after their command, and are ended with the server', async () => {
    const server = new RawServer(root)
    await server.initialize()
    const { exit_code } = await server.structured('bash', {
      command: `${escaped('pid')} sleep 0.2`,
    })
    expect(exit_code).toBe(0)
    const pid = await pidIn('pid')
    expect(isAlive(pid)).toBe(true)
    await server.end()
    expect(await untilGone(pid)).toBe(true)
  })

  test('of other servers are left alone', async () => {
    const [one, two] = [new RawServer(root), new RawServer(root)]
    await Promise.all([one.initialize(), two.initialize()])
    await one.structured('bash', { command: `${escaped('one')} sleep 0.1` })
    await two.structured('bash', { command: `${escaped('two')} sleep 0.1` })
    const [first, second] = [await pidIn('one'), await pidIn('two')]
    await one.end()
    expect(await untilGone(first)).toBe(true)
    expect(isAlive(second)).toBe(true)
    await two.end()
    expect(await untilGone(second)).toBe(true)
  })
})

test('variables that look like keys are withheld from commands, unless allowed', async () => {
  const secrets = {
    STRIPE_API_KEY: 'hidden',
    MY_API_KEY_2: 'hidden',
    GITHUB_TOKEN: 'hidden',
    TOKEN: 'hidden',
    SOME_SECRET_VALUE: 'hidden',
    DATABASE_URL: 'postgres://u:hidden@h/d',
    APP_REDIS_URL: 'redis://:hidden@h',
    AWS_SECRET_ACCESS_KEY: 'hidden',
    AWS_ACCESS_KEY_ID: 'hidden',
    PGPASSWORD: 'hidden',
    SENTRY_DSN: 'https://hidden@h',
    GOOGLE_APPLICATION_CREDENTIALS: '/hidden.json',
    NPM_TOKEN: 'shown-npm',
  }
  const harmless = { EDITOR_KEYMAP: 'shown', TOKENIZERS_PARALLELISM: 'shown', CI: 'shown' }
  const server = new RawServer(root, { ...secrets, ...harmless, MCP_PRUNER_ENV_ALLOW: 'NPM_TOKEN' })
  await server.initialize()
  const { stdout } = await server.structured('bash', { command: 'env' })
  expect(stdout).not.toContain('hidden')
  for (const name of Object.keys(harmless)) expect(stdout).toContain(`${name}=shown\n`)
  expect(stdout).toContain('NPM_TOKEN=shown-npm\n')
  await server.end()
})

test('a request cannot set variables that make programs run others', async () => {
  const server = new RawServer(root)
  await server.initialize()
  const refused = [
    'GIT_SSH_COMMAND',
    'GIT_EXTERNAL_DIFF',
    'GIT_CONFIG_COUNT',
    'GIT_EDITOR',
    'LESSOPEN',
    'XDG_CONFIG_HOME',
    'VISUAL',
    'SSH_ASKPASS',
    'PAGER',
    'GIT_PAGER',
  ]
  for (const name of refused) {
    const { error } = await server.call('bash', { command: 'true', env: { [name]: './x' } })
    expect(error?.data.issues).toEqual([
      { path: `arguments.env.${name}`, code: 'custom', message: 'custom' },
    ])
  }
  const env = { PAGER: 'cat', GIT_PAGER: 'cat', MANPAGER: '', LANG: 'C' }
  const { stdout } = await server.structured('bash', { command: 'echo $PAGER', env })
  expect(stdout).toBe('cat\n')
  await server.end()
})
