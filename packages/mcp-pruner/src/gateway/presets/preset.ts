// Finds a preset, by the name of a built-in one or the path of a file.
import { readFileSync } from 'node:fs'
import { fileProblem, optionFileError } from '../../errors/usage-error.js'
import { type Preset, PresetSchema, parsePreset } from './preset-schema.js'

export async function loadPreset(name: string | undefined): Promise<Preset> {
  if (name === undefined) return parsePreset({})
  if (name === 'automatosx') return (await import('./automatosx.js')).automatosx
  return readPreset(name)
}

function readPreset(file: string): Preset {
  let content: string
  try {
    content = readFileSync(file, 'utf8')
  } catch (error) {
    throw optionFileError('--preset', file, `not a built-in preset, and ${fileProblem(error)}`)
  }
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch (error) {
    throw optionFileError('--preset', file, `it is not valid JSON: ${(error as Error).message}`)
  }
  const parsed = PresetSchema.safeParse(value)
  if (parsed.success) return parsed.data as Preset
  const [issue] = parsed.error.issues
  const where = issue?.path.join('.') || 'the file'
  throw optionFileError('--preset', file, `${where}: ${issue?.message}`)
}
