// Whether `bash` can run commands in a sandbox on this machine; checked by starting one.
import { UsageError } from '../../errors/usage-error.js'
import { checkSandbox } from '../../process/sandbox.js'
import { readSetting } from '../../settings/read-setting.js'
import { bad, type Finding, note, ok } from './finding.js'

export async function checkBashSandbox(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  if (process.platform !== 'linux') return []
  let isWanted: boolean
  try {
    isWanted = readSetting(env, 'MCP_PRUNER_SANDBOX') === 'bwrap'
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return [bad('sandbox', error.message, 'correct the setting')]
  }
  const check = await checkSandbox(env.PATH ?? '')
  if (check.works) {
    const use = isWanted ? 'bash runs in it' : 'would work: MCP_PRUNER_SANDBOX=bwrap turns it on'
    return [ok('sandbox', use)]
  }
  return [
    isWanted
      ? bad('sandbox', `${check.why}; bash runs no command`, 'set MCP_PRUNER_SANDBOX=off')
      : note('sandbox', `would not work: ${check.why}`, 'install bubblewrap'),
  ]
}
