// Serves the runner's check, then fails when the client starts it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { noteStart, serve } from './serve.mjs'

noteStart()
const starts = readFileSync(join(process.env.MCP_PRUNER_CWD, 'server-pids'), 'utf8')
if (starts.trim().split('\n').length > 1) process.exit(4)
serve()
