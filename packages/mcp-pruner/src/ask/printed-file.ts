// A command that only prints one file, or the beginning of it, is pruned as a read of that file:
// `cat src/app.ts`, `head -200 'my notes.md'`.

const PRINTED =
  /^\s*(?:\/\w+\/)*(?:cat|head(?:\s+-n?\s*\d+)?)\s+(?:--\s+)?(?:'([^']+)'|"([^"$`\\]+)"|([^\s'"$`\\|&;<>()*?[\]{}!#~-][^\s'"$`\\|&;<>()*?[\]{}!]*))\s*$/

export function printedFile(command: string): string | undefined {
  const [, single, double, bare] = PRINTED.exec(command) ?? []
  return single ?? double ?? bare
}
