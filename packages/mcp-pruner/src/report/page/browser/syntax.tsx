// Syntax colours for what most languages share: strings, comments, numbers and keywords.

const WORDS =
  'abstract as async await bool break case catch class const continue def default del do elif else enum except export extends false finally fn for from func function if impl import in interface is lambda let match mod mut namespace new nil None not null or package pass private protected pub public raise readonly return self static struct super switch this throw throws trait true True False try type undefined use var void while with yield'
const TOKEN =
  /(\/\/.*|#(?=[\s!#]|$).*|\/\*.*?(?:\*\/|$)|^\s*\*.*)|("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|`(?:[^`\\]|\\.)*`?)|(\b\d[\w.]*)|([A-Za-z_$][\w$]*)/g
const KEYWORDS = new Set(WORDS.split(' '))
/** A longer line is data. */
const MAX_LENGTH = 400

export function Code({ text }: { text: string }) {
  if (text.length > MAX_LENGTH) return <code>{text}</code>
  const parts = []
  let at = 0
  for (const found of text.matchAll(TOKEN)) {
    const [token, comment, string, number, word = ''] = found
    const kind = comment
      ? 'comment'
      : string
        ? 'string'
        : number
          ? 'number'
          : KEYWORDS.has(word)
            ? 'word'
            : undefined
    if (kind === undefined) continue
    if (found.index > at) parts.push(text.slice(at, found.index))
    parts.push(
      <span key={found.index} class={`s-${kind}`}>
        {token}
      </span>,
    )
    at = found.index + token.length
  }
  parts.push(text.slice(at))
  return <code>{text === '' ? ' ' : parts}</code>
}
