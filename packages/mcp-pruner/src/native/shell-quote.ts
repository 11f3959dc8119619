// Quotes one word for a shell, whatever it contains.

export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
