import { expect, test } from 'vitest'
import { settingsPage } from './settings-page.js'
import { forwardedByCodex, SETTINGS } from './settings-table.js'

test('docs/settings.md equals the table; `vitest run settings-page -u` writes it', async () => {
  await expect(settingsPage()).toMatchFileSnapshot('../../../../docs/settings.md')
})

test('Codex forwards the switches and the places of files', () => {
  expect(forwardedByCodex()).toEqual([
    'MCP_PRUNER_CACHE_DIR',
    'MCP_PRUNER_HOLDOUT',
    'MCP_PRUNER_LEDGER',
    'MCP_PRUNER_NATIVE',
    'MCP_PRUNER_STORE',
    'PRUNER_URL',
  ])
})

test('every default is within its own bounds', () => {
  const outside = Object.entries(SETTINGS).flatMap(([name, setting]) => {
    if (!('min' in setting) || !('default' in setting)) return []
    return setting.default >= setting.min && setting.default <= setting.max ? [] : [name]
  })
  expect(outside).toEqual([])
})
