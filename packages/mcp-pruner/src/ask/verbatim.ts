// Whether the answer of an unknown pruner consists of lines of the text, in order, with marks where lines were
// left out.

/** Marks of known pruners, alone on a line or after a comment sign. */
const MARK = new RegExp(
  `^\\s*(?:(?:#|//|--|;|%|/\\*|<!--)\\s*)?(?:${[
    String.raw`\(filtered \d+ lines?\)`,
    String.raw`(?:\.{3}|…)`,
    String.raw`(?:(?:\.{3}|…) ?)?[([]?\d+ (?:more )?lines? (?:omitted|filtered|cut|skipped|hidden|pruned|truncated)[)\]]?(?: ?(?:\.{3}|…))?`,
    String.raw`⟦PRUNÉ: prune_id=\S+ lignes \d+-\d+ \(\d+\) raison=.*⟧`,
  ].join('|')})\\s*(?:\\*/|-->)?\\s*$`,
  'u',
)

/** How many lines of `answer` do not occur in `text` from this point on; blank lines do not count. */
export function inventedLines(text: string, answer: string): number {
  const places = new Map<string, number[]>()
  for (const [index, line] of linesOf(text).entries()) {
    const known = places.get(line)
    if (known) known.push(index)
    else places.set(line, [index])
  }
  let next = 0
  let invented = 0
  for (const line of linesOf(answer)) {
    if (line.trim() === '') continue
    const place = firstFrom(places.get(line), next)
    if (place !== undefined) next = place + 1
    else if (!MARK.test(line)) invented += 1
  }
  return invented
}

const linesOf = (text: string): string[] => text.split(/\r?\n/)

/** The first of the ascending positions that is not before `next`. */
function firstFrom(places: readonly number[] | undefined, next: number): number | undefined {
  if (!places) return undefined
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle] ?? 0) < next) low = middle + 1
    else high = middle
  }
  return places[low]
}
