// Reads one setting of the table from an environment. An invalid value ends the start with one line: the
// variable, its value, what is allowed.
import { optionError, UsageError } from '../errors/usage-error.js'
import type { EntryPoint, Setting } from './setting.js'
import { SETTINGS, type SettingName } from './settings-table.js'

export type Env = Readonly<Record<string, string | undefined>>

/** A setting that cannot be used. */
export const settingError = (variable: string, value: string, allowed: string): UsageError =>
  new UsageError(
    `${variable}=${JSON.stringify(withoutLogin(value))} is not valid: ${allowed}`,
    `unset ${variable} to use its default`,
    'config_invalid',
  )

/** An address may contain a password, and error messages end up in logs. */
const withoutLogin = (value: string): string => value.replace(/^.*@/s, '…@')

type Table = typeof SETTINGS
type Value<S> = S extends { readonly type: 'choice'; readonly values: readonly (infer V)[] }
  ? V
  : S extends { readonly type: 'text' }
    ? string
    : number
type Resolved<S> = S extends { readonly default: unknown } ? Value<S> : Value<S> | undefined

export function readSetting<Name extends SettingName>(
  env: Env,
  name: Name,
  entry: EntryPoint = 'all',
): Resolved<Table[Name]> {
  return valueOf(name, env[name], entry) as Resolved<Table[Name]>
}

/** The value of an option with the same meaning as a setting; `undefined` if it was not given. */
export function readFlag<Name extends SettingName>(
  flag: string,
  given: string | undefined,
  name: Name,
): Value<Table[Name]> | undefined {
  if (given === undefined) return undefined
  return parse(flag, given.trim(), SETTINGS[name]) as Value<Table[Name]>
}

/** The names of a comma-separated setting. */
export const readList = (env: Env, name: SettingName): string[] =>
  (env[name] ?? '').split(/[\s,]+/).filter(Boolean)

function valueOf(name: SettingName, given: string | undefined, entry: EntryPoint) {
  const setting: Setting = SETTINGS[name]
  const value = given?.trim()
  if (value) return parse(name, value, setting)
  return entry === 'serve' && 'serveDefault' in setting ? setting.serveDefault : setting.default
}

function parse(name: string, value: string, setting: Setting): string | number {
  switch (setting.type) {
    case 'text':
      return value
    case 'choice':
      if (setting.values.includes(value)) return value
      throw refused(name, value, `one of ${setting.values.join(', ')}`)
    default:
      return number(name, value, setting)
  }
}

const refused = (name: string, value: string, allowed: string): UsageError =>
  name.startsWith('--')
    ? optionError(name, value, allowed)
    : settingError(name, value, `use ${allowed}`)

const INTEGER = /^\d{1,16}$/
const DECIMAL = /^\d*\.?\d+$/

function number(
  name: string,
  value: string,
  { type, min, max }: Extract<Setting, { type: 'integer' | 'number' }>,
): number {
  const isWritten = (type === 'integer' ? INTEGER : DECIMAL).test(value)
  const parsed = isWritten ? Number(value) : Number.NaN
  if (parsed >= min && parsed <= max) return parsed
  const kind = type === 'integer' ? 'an integer' : 'a number'
  throw refused(name, value, `${kind} from ${min} to ${max}`)
}
