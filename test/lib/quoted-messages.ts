// Messages that the documents quote, and messages in the sources.

export interface Message {
  /** The quoted text is this message, with anything where it puts a value in. */
  test(quoted: string): boolean
  /** The quoted text is a part of it. */
  holds(quoted: string): boolean
}

/** Programs and options that people type, code, settings and file names are no messages. */
const TYPED =
  /^(mcp-pruner|npx|pnpm|npm|node|git|bash|sh|curl|grep|rg|cat|sed|docker|kubectl|jq|ls|codex|claude|opencode|gemini|install|uninstall|prune|recover|replay|stats|doctor|serve|wrap|native|ui|forget|[A-Z_]+=|\/|\.|-|"?[{[<(])/
const WORD = /^[A-Za-z…'’]{2,}[,:;.]?$/

/** Pieces of code in the prose that read as a sentence: three words and more. */
export function quotedIn(markdown: string): string[] {
  const prose = markdown.replace(/^```[\s\S]*?^```/gm, '').replace(/<!--[\s\S]*?-->/g, '')
  return [...prose.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)]
    .map(([, code = '']) => code.trim())
    .filter((code) => !TYPED.test(code) && !/--[a-z]|[|$=(){}<>]|=>/.test(code))
    .filter((code) => code.split(/\s+/).filter((word) => WORD.test(word)).length >= 3)
}

/** Of a message, without the values that it puts in. */
const MIN_LETTERS = 6
const ENOUGH_LETTERS = 12

const LITERAL = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g

export function messagesIn(source: string): Message[] {
  return [...source.matchAll(LITERAL)].flatMap(([, single, double, template]) => {
    const text = (single ?? double ?? template ?? '').replace(/\\(['"`])/g, '$1')
    const parts = text.split(/\$\{[^}]*\}/)
    const fixed = parts.join('').replace(/[^A-Za-z]/g, '').length
    if (!text.includes(' ') || fixed < MIN_LETTERS) return []
    const form = parts.map(asItIs).join('.*')
    const inside = new RegExp(form, 's')
    const whole = new RegExp(`^${form}$`, 's')
    return [
      {
        // Two common words somewhere in the sources do not prove a whole sentence.
        test: (quoted: string) =>
          whole.test(quoted) || (fixed >= ENOUGH_LETTERS && inside.test(quoted)),
        holds: (quoted: string) => parts.some((part) => part.includes(quoted)),
      },
    ]
  })
}

const asItIs = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
