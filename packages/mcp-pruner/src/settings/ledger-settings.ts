// Where the ledger is, whether calls are recorded, and which share of them passes raw for comparison.
import { type Env, readSetting } from './read-setting.js'
import { readStore } from './settings.js'

export interface LedgerSettings {
  /** Beside the stored texts. */
  readonly cacheFolder: string
  readonly isOn: boolean
  /** 0…0.5 of the calls that could be pruned. */
  readonly holdout: number
}

export function readLedgerSettings(env: Env): LedgerSettings {
  return {
    cacheFolder: readStore(env).folder,
    isOn: readSetting(env, 'MCP_PRUNER_LEDGER') === 'on',
    holdout: readSetting(env, 'MCP_PRUNER_HOLDOUT'),
  }
}
