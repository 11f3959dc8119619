// Where the ledger lies, whether it is kept, and which share of the calls passes raw to compare with.
import { defaultCacheDir } from '@jeeves/mcp-runtime'
import { type Env, oneOf, readStore, SettingsError } from './settings.js'

export interface LedgerSettings {
  /** Beside the kept texts. */
  readonly cacheFolder: string
  readonly isOn: boolean
  /** 0…0.5 of the calls that could be pruned. */
  readonly holdout: number
}

export function readLedgerSettings(env: Env): LedgerSettings {
  return {
    cacheFolder: readStore(env).folder ?? defaultCacheDir('mcp-pruner', { env }),
    isOn: oneOf(env, 'MCP_PRUNER_LEDGER', ['on', 'off'], 'on') === 'on',
    holdout: readHoldout(env),
  }
}

function readHoldout(env: Env): number {
  const value = env['MCP_PRUNER_HOLDOUT']?.trim()
  if (!value) return 0
  const share = /^\d*\.?\d+$/.test(value) ? Number(value) : Number.NaN
  if (share >= 0 && share <= 0.5) return share
  throw new SettingsError('MCP_PRUNER_HOLDOUT', value, 'use a number from 0 to 0.5, such as 0.1')
}
