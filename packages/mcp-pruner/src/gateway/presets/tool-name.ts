// Servers write the parts of a tool's name with dots or with underscores, and change their minds; a preset
// means the same tool by both.

export const presetName = (name: string): string => name.replaceAll('.', '_')

export const byPresetName = <T>(table: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(table).map(([name, value]) => [presetName(name), value]))
