// Names of code in the agent's words, and the lines of a text that contain them: they point to one place of a file.

/** In backticks, or written as only code is: camelCase, snake_case, a call. */
const CODE_NAME = /`([^`\n]{2,60})`|\b([a-z]+[A-Z]\w+|[A-Z][a-z]+[A-Z]\w*|\w+_\w+|\w+(?=\(\)))/g
const MIN_LENGTH = 4
/** A name on more lines than this points to no single place. */
const MAX_LINES = 3

/** Except those that only name the file. */
export function codeNames(message: string, path: string): readonly string[] {
  const names = new Set<string>()
  for (const [, quoted, bare] of message.matchAll(CODE_NAME)) {
    const name =
      (quoted ?? bare ?? '')
        .replace(/\(.*$/, '')
        .split(/[./\s]/)
        .at(-1) ?? ''
    if (name.length >= MIN_LENGTH && !path.toLowerCase().includes(name.toLowerCase())) {
      names.add(name)
    }
  }
  return [...names]
}

/** The lines, 1-based, of the names that occur on few of them. */
export function linesOfNames(text: string, names: readonly string[]): readonly number[] {
  const lines = text.split('\n')
  return names.flatMap((name) => {
    const found = lines.flatMap((line, index) => (line.includes(name) ? [index + 1] : []))
    return found.length <= MAX_LINES ? found : []
  })
}
