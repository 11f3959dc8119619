// The declarations of code with their names: classes and what belongs to them, functions, methods.
import type { AskedQuestion } from '../question/asked-question.js'
import { isFrameWord, kindsOfStem } from '../question/shape-words.js'
import { Kind } from '../text/line-kinds.js'
import { wordsOf } from '../text/words.js'
import { type Asking, blockEnd, lineOf } from './answer.js'

export interface CodePart {
  readonly name: string
  readonly line: number
  readonly end: number
  readonly isContainer: boolean
  /** The type of a function written outside it. */
  readonly receiver?: string
  /** Other names in the head of an `impl`: what it implements, and the path of the type. */
  readonly aliases?: readonly string[]
}

const CONTAINER_NAME =
  /\b(?:class|interface|struct|enum|trait|module|namespace|object|record|protocol|extension|union|type|actor|contract|mod|package|defmodule)\s+(?:class\s+)?([A-Za-z_$][\w$]*(?:(?:\.|::)[\w$]+)*)/
const IMPL_NAME =
  /^\s*(?:unsafe )?impl\b(?:\s*<[^>{]*(?:<[^>{]*>[^>{]*)*>)?\s*(?:[\w:<>, ']+\s+for\s+)?&?(?:mut )?(?:dyn )?(\$?[A-Za-z_]\w*(?:::\w+)*)/
const GO_METHOD = /^func \(\s*(?:\w+\s+)?(?:\*\s*)?(\w+)(?:\[[^\]]*\])?\s*\)\s*(\w+)/
const QUALIFIED = /(?:^|[\s*&])([A-Za-z_]\w*)(?:<[^>]*>)?::(~?\w+)\s*\(/
const PROTOTYPE =
  /^\s*([A-Za-z_$][\w$]*)\.(?:prototype\.)?([\w$]+)\s*=\s*(?:async\s*)?(?:function\b|\(|[\w$]+\s*=>)/
const KEYWORD_NAME =
  /\b(?:function\*?|func|fn|def|defp|defmacro|fun|sub|proc|macro_rules!|defn|procedure)\s+(?:\([^)]*\)\s*)?(?:(?:self|[A-Za-z_$][\w$]*)\.)?([A-Za-z_$~#][\w$]*[?!]?)/
const ASSIGNED_NAME =
  /^\s*(?:(?:export|default|const|let|var|public|private|protected|static|readonly|async)\s+)*#?([A-Za-z_$][\w$]*)\s*(?::[^=]{1,120})?=\s*(?:async\s*)?(?:function\b|\(|<|[\w$]+\s*=>|class\b)/
const CALL_NAME = /(~?[A-Za-z_$#][\w$]*)\s*(?:<[^>()]*>\s*)?\(/

/** Blocks of descriptions: Protocol Buffers, Terraform. */
const NAMED_BLOCK =
  /^\s*(?:message|service|rpc|resource|variable|output|module|data|provider|oneof|extend)\s+(?:"[\w-]+"\s+)?"?([A-Za-z_][\w-]*)"?.*\{\s*$/

/** A block with a name that the language's own rules do not see as a declaration: also an `impl` written by a macro. */
function blockOf(line: string): Pick<CodePart, 'name' | 'aliases'> | undefined {
  const name = NAMED_BLOCK.exec(line)?.[1]
  if (name !== undefined) return { name }
  return /^\s*(?:unsafe )?impl\b.*\{\s*$/.test(line) ? implOf(line) : undefined
}

function implOf(line: string): Pick<CodePart, 'name' | 'aliases'> | undefined {
  const impl = IMPL_NAME.exec(line)
  if (impl === null) return undefined
  return { name: lastName(impl[1]!), aliases: impl[0].match(/[A-Za-z_]\w+/g) ?? [] }
}

export function codeParts({ split, structure, checkDeadline }: Asking): CodePart[] {
  const parts: CodePart[] = []
  const { kinds, blockEnds } = structure
  for (let i = 0; i < split.count; i++) {
    if ((i & 255) === 0) checkDeadline()
    const kind = kinds[i]
    if (kind !== Kind.Callable && kind !== Kind.Container) {
      const block = structure.indents[i]! < 0 ? undefined : blockOf(lineOf(split, i))
      if (block) parts.push({ ...block, line: i, end: blockEnd(structure, i), isContainer: true })
      continue
    }
    const line = lineOf(split, i)
    const end = blockEnds[i]!
    if (kind === Kind.Container) {
      const impl = implOf(line)
      const name = impl?.name ?? CONTAINER_NAME.exec(line)?.[1]
      if (name !== undefined)
        parts.push({ ...impl, name: lastName(name), line: i, end, isContainer: true })
      continue
    }
    const owned = GO_METHOD.exec(line) ?? QUALIFIED.exec(line) ?? PROTOTYPE.exec(line)
    if (owned) {
      parts.push({ name: owned[2]!, line: i, end, isContainer: false, receiver: owned[1]! })
      continue
    }
    const name = (KEYWORD_NAME.exec(line) ?? ASSIGNED_NAME.exec(line) ?? CALL_NAME.exec(line))?.[1]
    if (name !== undefined) parts.push({ name, line: i, end, isContainer: /\bclass\b/.test(line) })
  }
  return parts
}

function lastName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':')) + 1)
}

/** Parts whose name is in the question; those with the same case first. */
export function partsNamed(parts: readonly CodePart[], question: AskedQuestion): CodePart[] {
  const written = question.tokens.flatMap((token, at) =>
    namesIn(token).filter((name) => mayName(name, at)),
  )
  const exact = new Set([...question.quoted.flatMap(namesIn), ...written])
  const found = parts.filter(({ name }) => exact.has(name))
  if (found.length > 0) return found
  const lower = new Set([...exact].map((name) => name.toLowerCase()))
  return parts.filter(({ name }) => name.length > 2 && lower.has(name.toLowerCase()))
}

/** A plain word of every question names nothing, unless it is spelled as only code is. */
function mayName(name: string, at: number): boolean {
  if (!/^[A-Z]?[a-z]+$/.test(name) || (at > 0 && /^[A-Z]/.test(name))) return true
  return wordsOf(name).some((stem) => !isFrameWord(stem) && kindsOfStem(stem).length === 0)
}

/** `Dataset.sel()` names both of them, `Foo#bar` and `foo::bar` too. */
export function namesIn(token: string): string[] {
  return [token, ...token.split(/[.#:()<>]+/)].filter((name) =>
    /^(?:[~$\w#?!-]{2,}|[A-HJ-Z])$/.test(name),
  )
}
