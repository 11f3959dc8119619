// Node, the installed copy, and optional programs.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { InstallPlace } from '../../clients/agent-client.js'
import { missingFiles } from '../../clients/install/copy-application.js'
import { onPath } from '../../clients/install/find-clients.js'
import type { InstallRecord } from '../../clients/install/install-record.js'
import { VERSION } from '../../process/version.js'
import { bad, type Finding, note, ok } from './finding.js'

const NEEDED = [20, 19] as const
const VERSION_TIMEOUT_MS = 10_000

export function checkMachine(place: InstallPlace, record: InstallRecord | undefined): Finding[] {
  return [checkNode(), ...checkCopy(place, record), ...checkPrograms(place)]
}

function checkNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isNew = major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])
  const text = `${process.versions.node} at ${process.execPath}`
  return isNew
    ? ok('Node', text)
    : bad('Node', `${text} is too old`, `install ${NEEDED.join('.')} or later`)
}

function checkCopy(
  { entry, node, dataFolder }: InstallPlace,
  record: InstallRecord | undefined,
): Finding[] {
  if (record === undefined) {
    return [bad('copy', 'nothing is installed', 'mcp-pruner install')]
  }
  if (!existsSync(entry)) return [bad('copy', `${entry} is missing`, 'mcp-pruner install')]
  const { stdout, status } = spawnSync(node, [entry, '--version'], {
    encoding: 'utf8',
    timeout: VERSION_TIMEOUT_MS,
  })
  if (status !== 0) return [bad('copy', `${entry} does not run`, 'mcp-pruner install')]
  const version = stdout.trim()
  if (version !== VERSION) {
    return [
      bad(
        'copy',
        `the installed version is ${version}, this command is ${VERSION}`,
        'mcp-pruner install',
      ),
    ]
  }
  const [first, ...more] = missingFiles(dataFolder)
  if (first !== undefined) {
    const others = more.length === 0 ? 'is' : `and ${more.length} more are`
    return [bad('copy', `${join(dirname(entry), first)} ${others} missing`, 'mcp-pruner install')]
  }
  return [ok('copy', `${version} at ${entry}`)]
}

function checkPrograms(place: InstallPlace): Finding[] {
  const ripgrep = onPath('rg', place)
  return [
    ripgrep === undefined
      ? note('ripgrep', 'not on PATH: searching is slower', 'install ripgrep')
      : ok('ripgrep', ripgrep),
  ]
}
