// Finds a preset, by the name of a built-in one or the path of a file.
import { optionFileError, readOptionJson } from '../../errors/usage-error.js'
import { type Preset, PresetSchema, parsePreset } from './preset-schema.js'

export async function loadPreset(name: string | undefined): Promise<Preset> {
  if (name === undefined) return parsePreset({})
  if (name === 'automatosx') return (await import('./automatosx.js')).automatosx
  return readPreset(name)
}

function readPreset(file: string): Preset {
  const value = readOptionJson('--preset', file, 'not a built-in preset, and ')
  const parsed = PresetSchema.safeParse(value)
  if (parsed.success) return parsed.data as Preset
  const [issue] = parsed.error.issues
  const where = issue?.path.join('.') || 'the file'
  throw optionFileError('--preset', file, `${where}: ${issue?.message}`)
}
