// The variable in a client's environment that turns pruning of its built-in tools off. Hook programs load this file, so it
// imports nothing else.
import type { Env } from './read-setting.js'

export const isNativeOff = (env: Env): boolean => env.MCP_PRUNER_NATIVE === 'off'
