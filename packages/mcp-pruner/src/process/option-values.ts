// Values of options that are no settings, each refused in the same words.
import { optionError } from '../errors/usage-error.js'

/** `undefined` if the option was not given. */
export function wholeNumber(
  option: string,
  value: string | undefined,
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): number | undefined {
  if (value === undefined) return undefined
  const number = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN
  if (number >= least && number <= most) return number
  const isBounded = most < Number.MAX_SAFE_INTEGER
  const allowed = isBounded ? `from ${least} to ${most}` : `of ${least} or greater`
  throw optionError(option, value, `an integer ${allowed}`)
}

export function oneOf<Name extends string>(
  option: string,
  value: string,
  names: readonly Name[],
): Name {
  const name = names.find((known) => known === value)
  if (name === undefined) throw optionError(option, value, names.join(' or '))
  return name
}
