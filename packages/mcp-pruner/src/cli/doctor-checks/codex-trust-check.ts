// Codex runs a hook only after its user has trusted it, and stores the hook's hash in its settings: a hook
// that has changed since is not run.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { InstallPlace } from '../../clients/agent-client.js'
import { codexFolder } from '../../clients/codex/config.js'
import { valueAt } from '../../clients/config/config-edit.js'
import { tomlConfig } from '../../clients/config/toml-config.js'
import { NATIVE_HOOK_TOOL } from '../../clients/hook-names.js'
import { CONFIG_FORMATS } from '../../clients/install/config-formats.js'
import type { InstallRecord } from '../../clients/install/install-record.js'
import { readConfigFile } from '../../clients/install/safe-files.js'
import { bad, type Finding, ok } from './finding.js'

const ABOUT = 'Codex hooks'
const FIX = 'open codex and type /hooks'

/** For the user's hooks and for those of each project that has some. */
export function checkCodexTrust(place: InstallPlace, { files }: InstallRecord): Finding[] {
  const projects = Object.entries(files)
    .filter(
      ([file, { puts }]) => isHooksFile(file) && puts.some(({ client }) => client === 'codex'),
    )
    .map(([, { project }]) => project)
    .filter((project) => project === undefined || existsSync(project))
  return projects.map((project) => checkHooks(place, project))
}

const HOOKS_FILE = 'hooks.json'
const isHooksFile = (file: string): boolean => basename(file) === HOOKS_FILE

/** Trust is stored in the user's own settings, also for a project's hooks. */
function checkHooks(place: InstallPlace, project: string | undefined): Finding {
  const folder = codexFolder({ ...place, project: undefined })
  const hooksFile = join(codexFolder({ ...place, project }), HOOKS_FILE)
  try {
    const hook = findOurs(CONFIG_FORMATS.json.parse(readConfigFile(hooksFile) ?? '{}'))
    if (!hook) {
      const scope = project === undefined ? '' : ` --project ${project}`
      return bad(
        ABOUT,
        `${hooksFile} does not contain our hooks`,
        `mcp-pruner install codex --native${scope}`,
      )
    }
    const settings = tomlConfig.parse(readConfigFile(join(folder, 'config.toml')) ?? '')
    const key = `${hooksFile}:pre_tool_use:${hook.at.join(':')}`
    const trusted = valueAt(settings, ['hooks', 'state', key, 'trusted_hash'])
    if (trusted === hook.hash) return ok(ABOUT, 'trusted')
    return trusted === undefined
      ? bad(ABOUT, 'not trusted yet: Codex does not run them', FIX)
      : bad(ABOUT, 'changed since they were trusted: Codex does not run them', FIX)
  } catch {
    return bad(ABOUT, 'unknown: their files cannot be read', 'correct the files reported above')
  }
}

/** Other programs may have written anything beside it. */
function findOurs(parsed: unknown): { at: readonly number[]; hash: string } | undefined {
  for (const [index, group] of listAt(parsed, ['hooks', 'PreToolUse']).entries()) {
    const hooks = listAt(group, ['hooks'])
    const place = hooks.findIndex((hook) => valueAt(hook, ['tool']) === NATIVE_HOOK_TOOL)
    const matcher = valueAt(group, ['matcher'])
    if (place >= 0)
      return { at: [index, place], hash: hookTrustHash({ matcher, hook: hooks[place] }) }
  }
  return undefined
}

function listAt(root: unknown, path: readonly string[]): readonly unknown[] {
  const found = valueAt(root, path)
  return Array.isArray(found) ? found : []
}

/** Computed as in Codex 0.166; e2e/codex-trust.test.ts compares it with the real one. */
function hookTrustHash({ matcher, hook }: { matcher: unknown; hook: unknown }): string {
  const identity = {
    event_name: 'pre_tool_use',
    hooks: [hook],
    ...(typeof matcher === 'string' && matcher !== '' && { matcher }),
  }
  return `sha256:${createHash('sha256')
    .update(JSON.stringify(sorted(identity)))
    .digest('hex')}`
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, each]) => [name, sorted(each)]),
  )
}
