// Run by a client's hook, with the client's name: hands what the hook was told to a running server and prints its
// answer. Without an answer it prints nothing, and the client goes on as if there were no hook.

import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { processEnv } from '../settings/environment.js'
import { isNativeOff } from '../settings/native-off.js'
import { askAnyServer } from './ask-server.js'

/** This file lies in the copy, beside which the servers leave their addresses. */
const run = join(dirname(fileURLToPath(import.meta.url)), '..', 'native', 'run')

async function main(): Promise<void> {
  const [client] = process.argv.slice(2)
  const told = JSON.parse(await text(process.stdin)) as Readonly<Record<string, unknown>>
  if (isNativeOff(processEnv)) return
  const answer = await askAnyServer(run, {
    hook: { ...told, client, parent_pid: process.ppid },
  })
  if (answer && Object.keys(answer).length > 0) process.stdout.write(`${JSON.stringify(answer)}\n`)
}

// Nothing that a hook prints or returns by accident may stop a call.
await main().catch(() => {})
