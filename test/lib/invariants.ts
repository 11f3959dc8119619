// Which invariants are stated, and which of them a test names.

const ID = /INV-[A-Z]+(?:-[A-Z]+)*-\d{3}/g

/** Invariants are the headings of an `invariants.md`. */
export function statedInvariants(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ .*$/gm)].flatMap(([heading]) => heading.match(ID) ?? [])
}

// The title is the first argument of test or it, or of what test.each gives back.
const TITLE = /(?:\b(?:test|it)((?:\.\w+)*)|\))\(\s*(['"`])((?:(?!\2)[^\\]|\\.)*)\2\s*,/g

/** In the titles of tests that run. */
export function testedInvariants(source: string): string[] {
  return [...source.matchAll(TITLE)]
    .filter(([, modifiers = '']) => !/\.(?:skip|todo|fails)\b/.test(modifiers))
    .flatMap(([, , , title = '']) => title.match(ID) ?? [])
}

/** Empty when every stated invariant has a test and every tested one is stated, once. */
export function findInvariantFaults(
  documents: ReadonlyMap<string, string>,
  tests: ReadonlyMap<string, string>,
): string[] {
  const stated = [...documents].flatMap(([file, text]) =>
    statedInvariants(text).map((id) => ({ file, id })),
  )
  const ids = stated.map(({ id }) => id)
  const named = new Set([...tests.values()].flatMap(testedInvariants))
  return [
    ...stated
      .filter(({ id }) => !named.has(id))
      .map(({ file, id }) => `${id} of ${file} has no test that carries its name`),
    ...ids.filter((id, i) => ids.indexOf(id) !== i).map((id) => `${id} is stated twice`),
    ...[...named].filter((id) => !ids.includes(id)).map((id) => `${id} is tested, but not stated`),
  ]
}
