// What `grep -n -C6` would print of a text.
const AROUND = 6

export function grepAround(text: string, pattern: RegExp): string {
  const lines = text.split('\n')
  const matched = lines.map((line) => pattern.test(line))
  const isShown = lines.map((_, at) =>
    matched.slice(Math.max(0, at - AROUND), at + AROUND + 1).includes(true),
  )
  return lines
    .flatMap((line, at) => {
      if (!isShown[at]) return []
      const shown = `${at + 1}${matched[at] ? ':' : '-'}${line}`
      return isShown[at - 1] || at === 0 || !isShown.slice(0, at).includes(true)
        ? [shown]
        : ['--', shown]
    })
    .join('\n')
}
