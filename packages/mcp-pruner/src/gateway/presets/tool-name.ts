// Servers write the parts of a tool's name with dots, underscores or dashes, add a prefix, and change
// between versions; a preset matches all of these forms.

export const presetName = (name: string): string => name.replaceAll(/[.\-/:]/g, '_')

export const byPresetName = <T>(table: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(table).map(([name, value]) => [presetName(name), value]))

/** The name without a prefix that a preset does not know, such as `agent_run` for `ax_agent_run`. */
export function knownName(name: string, known: ReadonlySet<string>): string {
  const whole = presetName(name)
  for (let rest = whole; rest !== ''; ) {
    if (known.has(rest)) return rest
    const cut = rest.indexOf('_')
    rest = cut === -1 ? '' : rest.slice(cut + 1)
  }
  return whole
}
