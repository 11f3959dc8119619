// What `grep -n -C6` would show: the plain tool beside ours.

export function grepAround(text: string, word: string, reach = 6): string {
  const lines = text.split('\n')
  const shown = new Set<number>()
  lines.forEach((line, i) => {
    if (!line.toLowerCase().includes(word.toLowerCase())) return
    for (let j = i - reach; j <= i + reach; j++) if (j >= 0 && j < lines.length) shown.add(j)
  })
  return [...shown].map((i) => `${i + 1}:${lines[i]}`).join('\n')
}
