// The settings in `--help` and in docs/settings.md, from the table.
import type { EntryPoint, Setting } from './setting.js'
import { SETTINGS, type SettingName, settingsOf } from './settings-table.js'

/** Rows of a verb's options, for the settings that have one. */
export const settingOptions = (entry: EntryPoint): Record<string, string> =>
  Object.fromEntries(
    settingsOf(entry).flatMap(([name, setting]) =>
      setting.flag === undefined
        ? []
        : [[setting.flag, `${plain(setting.doc)} (${name}${inHelp(setting)})${repeats(setting)}`]],
    ),
  )

const inHelp = ({ default: value }: Setting): string =>
  value === undefined ? '' : `; default ${value}`

const repeats = ({ type, values }: { type: string; values?: unknown }): string =>
  type === 'text' && String(values).startsWith('a comma-separated list') ? '; may be repeated' : ''

/** Rows for an entry point's settings without an option, and for those named. */
export const settingRows = (
  entry: EntryPoint,
  shared: readonly SettingName[] = [],
): Record<string, string> =>
  Object.fromEntries([
    ...settingsOf(entry)
      .filter(([, { flag }]) => flag === undefined)
      .map(([name, { doc }]) => [name, plain(doc)]),
    ...shared.map((name) => [name, plain(SETTINGS[name].doc)]),
  ])

const plain = (doc: string): string => doc.replaceAll('`', '')

/** The allowed values of a setting, for the table of docs/settings.md. */
export function valuesOf(setting: Setting): string {
  if (setting.type === 'text') return setting.values
  if (setting.type === 'choice') return setting.values.map((value) => `\`${value}\``).join(', ')
  return `${setting.min} to ${setting.max}`
}

export function defaultOf(setting: Setting): string {
  if (setting.default === undefined) return setting.defaultText ?? ''
  const own = 'serveDefault' in setting ? `; \`serve\`: \`${setting.serveDefault}\`` : ''
  return `\`${setting.default}\`${own}`
}
