// Which known name a caller most likely meant.

/** Words that models write instead of ours. */
const MEANT: Readonly<Record<string, string>> = {
  offset: 'start_line',
  line: 'start_line',
  lines: 'start_line',
  limit: 'end_line',
  range: 'start_line',
  ranges: 'start_line',
  path: 'pointer',
  json_pointer: 'pointer',
  query: 'context_focus_question',
  question: 'context_focus_question',
  uri: 'ref',
  id: 'ref',
  reference: 'ref',
  prune_id: 'ref',
  cursor: 'page',
}

export function nearest(name: string, known: readonly string[]): string | undefined {
  const plain = name.toLowerCase().replaceAll(/[^a-z]/g, '')
  const meant = MEANT[name.toLowerCase()]
  if (meant !== undefined && known.includes(meant)) return meant
  return known.find((other) => {
    const bare = other.replaceAll('_', '')
    return bare.includes(plain) || plain.includes(bare)
  })
}
