// A repeat: a range of a file that overlaps one already shown, as the hooks of a client report it. Only a client knows
// what its conversation contains, so the pruner is installed for one in a home of the demo's own.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface DemoHome {
  readonly folder: string
  /** The hooks' own: no model is shown it. */
  readonly key: string
  remove(): void
}

export function installInOwnHome(command: string): DemoHome {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-pruner-demo-'))
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder }
  const args = [command, 'install', 'claude', '--native', '--yes']
  const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`install failed: ${stderr}`)
  const settings = readFileSync(join(folder, '.claude/settings.json'), 'utf8')
  const [, key = ''] = /"key": "([0-9a-f]{32})"/.exec(settings) ?? []
  return { folder, key, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export interface Range {
  readonly file_path: string
  readonly start_line: number
  readonly end_line: number
}

type CallTool = (name: string, args: Record<string, unknown>) => Promise<string>

/** Both texts as `read` returns them, and the second as shown to a model that has the first. */
export async function readTwice(call: CallTool, key: string, first: Range, second: Range) {
  const before = await call('read', { ...first })
  const raw = await call('read', { ...second })
  const answer = await call('native_hook', {
    key,
    client: 'opencode',
    tool_name: 'pruner_read',
    tool_input: second,
    tool_response: raw,
    is_of_server: true,
    held: [{ name: 'pruner_read', input: first, output: before }],
  })
  const { output = raw } = JSON.parse(answer) as { readonly output?: string }
  return { raw, shown: output }
}
