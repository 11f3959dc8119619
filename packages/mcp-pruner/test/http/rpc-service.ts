// The service that the suites of /rpc share.
import { afterAll, beforeAll } from 'vitest'
import {
  callTool,
  post,
  pruneArguments,
  type RunningService,
  rpc,
  runService,
} from './running-service.js'

export let service: RunningService

/** For all tests of a file: several files share this module, and hooks belong to one. */
export function useService(): void {
  beforeAll(async () => {
    service = await runService()
  })
  afterAll(async () => {
    await service.stop()
  })
}

export const raw = (body: string | Buffer | object) => post(`${service.url}/rpc`, body)
export const errorOf = async (name: string, args: unknown) =>
  (await rpc(service.url, 'tools/call', { name, arguments: args })).error
export const prune = (text: string, options?: object) =>
  callTool(service.url, 'prune_text', pruneArguments(text, options))
export const recover = (prune_id: string, start_line: number, end_line: number, numbers = false) =>
  callTool(service.url, 'recover_text', {
    prune_id,
    ranges: [{ start_line, end_line }],
    include_line_numbers: numbers,
  })
export const recoverError = (prune_id: string, ranges: unknown) =>
  errorOf('recover_text', { prune_id, ranges, include_line_numbers: false })
export const echoedId = async (id: unknown) =>
  (await raw({ jsonrpc: '2.0', id, method: 'nope' })).json.id
