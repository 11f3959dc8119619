// The kind of a text: from the file's name if there is one, otherwise from its first lines.
import type { SourceType } from '../types.js'
import { plainText } from './ansi.js'
import { isPassedEntry } from './passed-entries.js'

const CODE_EXTENSIONS = new Set(
  `ts tsx mts cts js jsx mjs cjs py pyi rb go rs java kt kts scala c h cc cpp cxx hpp hh hxx m mm cs fs vb
  swift php pl pm lua r jl dart ex exs erl hrl hs ml mli clj cljs cljc lisp el vim sh bash zsh fish ps1 bat
  sql proto graphql gql thrift css scss sass less html htm xml svg vue svelte astro tf hcl nix zig v sv vhd
  asm s gradle groovy cmake mk`.split(/\s+/),
)
const DOCS_EXTENSIONS = new Set('md mdx markdown rst txt adoc asciidoc org tex rtf'.split(' '))
/** Output and data: independent lines, without declarations around them. */
const LOGS_EXTENSIONS = new Set(
  `log out err trace jsonl ndjson csv tsv diff patch json json5 jsonc yaml yml toml ini cfg conf properties
  env lock`.split(/\s+/),
)
const CODE_NAMES = new Set('makefile dockerfile rakefile gemfile jenkinsfile justfile'.split(' '))
const DOCS_NAMES = new Set('readme license changelog contributing authors notice'.split(' '))

export function detectSourceType(text: string, fileName?: string): SourceType {
  if (isReport(text)) return 'logs'
  // Plain text may be anything: output is often saved in such a file.
  const isPlainText = fileName !== undefined && /\.txt$/i.test(fileName)
  if (isPlainText && (isTable(text) || isPrinted(text) || isListing(text))) return 'logs'
  return (fileName === undefined ? undefined : fromName(fileName)) ?? fromText(text)
}

/** A test run written as XML is output like any other. */
function isReport(text: string): boolean {
  return /^\uFEFF?\s*(?:<\?xml[^>]{0,200}>\s*)?<testsuites?\b/.test(text.slice(0, 400))
}

const DATA_NAME = /\.(?:json5?|jsonc|ya?ml|toml|ini|cfg|conf|properties|lock)$/i

const SETTINGS_NAME = /\.(?:ya?ml|toml|ini|cfg|conf|properties|lock|env)$/i

/** Whether a file of this name contains settings: it mentions errors and time limits, but reports none. */
export function isSettingsName(fileName: string): boolean {
  return SETTINGS_NAME.test(fileName)
}

/** Whether a file of this name is written by people: code, documents except plain text, and settings. */
export function isSourceName(fileName: string): boolean {
  const type = fromName(fileName)
  return (
    type === 'code' || (type === 'docs' && !/\.txt$/i.test(fileName)) || DATA_NAME.test(fileName)
  )
}

function fromName(fileName: string): SourceType | undefined {
  const base = fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1)
  const name = base.toLowerCase()
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 ? name.slice(dot + 1) : ''
  if (CODE_NAMES.has(name) || CODE_EXTENSIONS.has(extension)) return 'code'
  if (DOCS_NAMES.has(name) || DOCS_EXTENSIONS.has(extension)) return 'docs'
  // `app.log.3` and `error.log-20260101` are logs as well.
  if (LOGS_EXTENSIONS.has(extension) || /\.log[.\-_]/.test(name)) return 'logs'
  return undefined
}

const SAMPLE = 16_384
const MAX_LINE = 300

/** Lines that only a tool prints. */
const toolLine =
  /^(?:commit [\da-f]{40}|TAP version|not ok |ok \d|Traceback \(|error(?:\[E\d+\])?:|warning:|fatal:|CONFLICT |On branch |diff --git |@@ -\d|npm (?:ERR|WARN|warn|error|notice)|make(?:\[\d+\])?: |={3,} .* ={3,}$|=== RUN|--- (?:FAIL|PASS)|test .* \.\.\. |> Task |#\d+ (?:\[|\d)|Exception in thread|\[(?:INFO|ERROR|WARNING|DEBUG)\]|\s*(?:not )?ok \d+ - |\s*# (?:Subtest:|(?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$)|\s+duration_ms: )|^\S+[:(]\d+[,:]\d+\)?(?::| -) (?:error|warning|note)/
const outputLine =
  /^(?:\s*(?:✓|✗|✘|×|✔|✖|●|❯|☐|ℹ)|\s*(?:PASS|FAIL|RUNS|SKIP)\b|\s*at \S+|\s*File "|\[?\d{4}[-/]\d\d[-/]\d\d|\[?\d\d:\d\d:\d\d|\[\w+\] |(?:INFO|WARN|ERROR|DEBUG|TRACE|FATAL|NOTICE)\b|\s*\w*(?:Error|Exception):|\d{1,3}(?:\.\d{1,3}){3} |\s*-->|[+-]{3} [ab]\/|\{"|[\w./-]+[:(]\d+[,:)]\d*|\s*\d+ (?:passing|failing|passed|failed)|\s*\d* +\||[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d |\w+=\S+ \w+=|\s{4,}[+~-] ["\w]+\s+= )/
const docsLine =
  /^(?:#{1,6}\s|\s+-{1,2}[\w?][\w-]*(?:[ ,=[].{0,60})?\s{2,}\S|\s*[-*+]\s+\w|\s*\d+\.\s+\w|>\s|\||`{3}|[A-Z][^{};]*[.!?:]$|[A-Z][\w' ,()-]{40,})/
/** Headings of manual pages and help texts. */
const manualLine =
  /^(?:NAME|SYNOPSIS|DESCRIPTION|OPTIONS|ENVIRONMENT|EXIT STATUS|SEE ALSO|[Uu]sage:.*|(?:Options|Flags|Commands|Arguments|Examples|Aliases|Global Flags|Available Commands):)$/
const codeLine =
  /[{};]\s*$|^\s*(?:def|class|import|from|function|func|fn|pub|use|const|let|var|return|if|for|while|else|elif|public|private|protected|static|struct|enum|interface|type|package|namespace|#include|@\w+)\b|^\s*(?:\/\/|\/\*|\*\s)|\)\s*:\s*$|=>|^\s*[\w.]+\s*=\s*\S|^\s*[\w$.]+\([^)]*\)[;,]?$/

/** Most classifiable lines are those of a tool. */
function isPrinted(text: string): boolean {
  const { code, docs, output } = kindsOfLines(text)
  return output > FEW_LINES && output > code + docs
}
const FEW_LINES = 2

function kindsOfLines(text: string): { code: number; docs: number; output: number } {
  let code = 0
  let docs = 0
  let output = 0
  let at = 0
  for (let i = 0; at < text.length && at < SAMPLE; i++) {
    const newline = text.indexOf('\n', at)
    const end = newline === -1 ? text.length : newline
    const line = plainText(text.slice(at, Math.min(end, at + MAX_LINE))).trimEnd()
    at = end + 1
    if (line === '') continue
    if (toolLine.test(line) || isPassedEntry(line)) output += 4
    else if (manualLine.test(line)) docs += 4
    else if (outputLine.test(line)) output++
    else if (codeLine.test(line)) code++
    else if (docsLine.test(line)) docs++
  }
  return { code, docs, output }
}

function fromText(text: string): SourceType {
  const { code, docs, output } = kindsOfLines(text)
  // A table, data or a diff stays one, whatever its lines contain.
  if (isTable(text) || isJson(text) || isDiff(text)) return 'logs'
  if (output >= code && output >= docs) return 'logs'
  if (code >= docs) return 'code'
  return isListing(text) ? 'logs' : 'docs'
}

/** Words in a row, as people write them, and headings. */
const writtenLine =
  /(?:^|[\s("'`])(?:[A-Za-z][a-z'’-]*[,;:]? ){5,}[a-z]|^\s*[-*+] (?:[\w'’-]+[ ,.]){2}|^#{1,6} [A-Z]/
const WRITTEN_SHARE = 0.1
/** Indents, columns, names with values, options in parentheses. */
const structuredLine = /^\s+\S|\S {2,}\S|\w: \S|\S \(\S/
const STRUCTURED_SHARE = 0.5

/** Output that looks like a document only by its colons and indents: a plan, a pod's description, mounts. */
function isListing(text: string): boolean {
  const lines = text
    .slice(0, SAMPLE)
    .split('\n')
    .flatMap((line) => (line.trim() === '' ? [] : line.slice(0, MAX_LINE)))
  const share = (pattern: RegExp) =>
    lines.filter((line) => pattern.test(line)).length / lines.length
  return (
    lines.length > FEW_LINES &&
    !lines.some((line) => manualLine.test(line)) &&
    share(structuredLine) >= STRUCTURED_SHARE &&
    share(writtenLine) < WRITTEN_SHARE
  )
}

/** Three columns or more, as `ps` and `kubectl` align them. */
const alignedPattern = /^\S[^\n]{0,400}?\S {2,}\S[^\n]{0,400}?(?:\S {2,}|\s)\S/

/** A name, tabs, and its value, as in `/etc/services`. */
const tabbedPattern = /^\S[^\t\n]{0,80}\t+\S/
const remarkPattern = /^(?:#|;|\/\/|$)/
const TABBED_SHARE = 0.8

function isTabbed(rows: readonly string[]): boolean {
  const solid = rows.filter((row) => !remarkPattern.test(row.trim()))
  return (
    solid.length >= 5 &&
    solid.filter((r) => tabbedPattern.test(r)).length >= TABBED_SHARE * solid.length
  )
}

/** Below the names of the columns, as `psql` and `mysql` print it. */
const ruledPattern = /^[+|]?-{2,}(?:\+-{2,})+[+|]?$/

function isTable(text: string): boolean {
  const sample = text.slice(0, SAMPLE).split('\n', 200)
  const rows = sample.slice(0, 20)
  if (rows.length < 5) return false
  if (isTabbed(sample.slice(0, -1)) || rows.some((row) => ruledPattern.test(row))) return true
  if (rows.slice(0, -1).every((row) => alignedPattern.test(row)) || isAligned(sample)) return true
  return [',', ';', '\t'].some((comma) => {
    const columns = (rows[0] ?? '').split(comma).length
    return columns > 2 && rows.slice(0, -1).every((row) => row.split(comma).length === columns)
  })
}

/** `dpkg -l` explains its columns before the first row. */
const MAX_HEADER_LENGTH = 6
const MIN_ROWS = 10
const ALIGNED_SHARE = 0.9

function isAligned(sample: readonly string[]): boolean {
  const rows = sample.slice(MAX_HEADER_LENGTH, -1).filter((row) => row !== '')
  const aligned = rows.filter((row) => alignedPattern.test(row)).length
  return rows.length >= MIN_ROWS && aligned >= ALIGNED_SHARE * rows.length
}

const jsonLine =
  /^\s*(?:[{}[\]]+,?|"(?:[^"\\]|\\.)*"(?:,|: ?.*)?|(?:-?[\d.]+|true|false|null),?)\s*$/

function isJson(text: string): boolean {
  const rows = text
    .slice(0, SAMPLE / 4)
    .split('\n', 60)
    .slice(0, -1)
  const isOpened = /^\s*[{[]/.test(text.slice(0, 100))
  return (
    isOpened &&
    rows.length > 2 &&
    rows.every((row) => row === '' || jsonLine.test(row.slice(0, MAX_LINE)))
  )
}

const DIFF_SAMPLE = 60
const DIFF_SHARE = 0.75
const diffLine =
  /^(?:[ +\-@\\]|(?:diff|index|new|deleted|old|similarity|dissimilarity|rename|copy|Binary|commit|Author|Date|Merge|CommitDate|AuthorDate|Commit)\b)/

/** Whether what follows the first hunk or file of a diff is a diff, rather than a document with an example of one. */
export function isDiff(text: string): boolean {
  const head = text.slice(0, SAMPLE)
  if (!head.includes('diff --git ') && !head.includes('@@ -')) return false
  const start = head.search(/^(?:diff --git |@@ -\d+(?:,\d+)? \+\d)/m)
  if (start < 0) return false
  const lines = text
    .slice(start, start + SAMPLE)
    .split('\n', DIFF_SAMPLE)
    .filter((line) => line.trim() !== '')
  return lines.filter((line) => diffLine.test(line)).length >= DIFF_SHARE * lines.length
}
