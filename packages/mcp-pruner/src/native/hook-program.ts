// Run by a client's hook, with the client's name: passes the hook's input to a running server and prints its
// answer. Without an answer it prints nothing, and the client continues as if there were no hook.

import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { processEnv } from '../settings/environment.js'
import { isNativeOff } from '../settings/native-off.js'
import { askAnyServer } from './ask-server.js'

/** This file is in the installed copy, beside which the servers publish their addresses. */
const run = join(dirname(fileURLToPath(import.meta.url)), '..', 'native', 'run')

async function main(): Promise<void> {
  const [client] = process.argv.slice(2)
  const hookInput = JSON.parse(await text(process.stdin)) as Readonly<Record<string, unknown>>
  if (isNativeOff(processEnv)) return
  const answer = await askAnyServer(run, { ...hookInput, client, parent_pid: process.ppid })
  if (answer && Object.keys(answer).length > 0) process.stdout.write(`${JSON.stringify(answer)}\n`)
}

// No accidental output or exit code of a hook may stop a call.
await main().catch(() => {})
