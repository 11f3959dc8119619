// A server that is killed after it started a command and before it sent the command's id to the guard.
import { spawn } from 'node:child_process'
import { readyGuard } from './death-guard.js'
import { newMark, SERVER_MARK } from './descendants.js'

readyGuard(SERVER_MARK)
const { pid } = spawn('sleep', ['300'], {
  detached: true,
  stdio: 'ignore',
  env: { PATH: process.env['PATH'], ...newMark().env },
})
process.stdout.write(`${pid}\n`, () => process.kill(process.pid, 'SIGKILL'))
