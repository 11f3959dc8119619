// One word of a shell's command line, whatever is in it.

export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
