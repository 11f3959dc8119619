// A light stemmer: enough to unite `parser`, `parsing` and `parses`, cheap enough to run on every
// distinct word. Words are ASCII lower case; wrong merges cost a little precision and nothing else.

/** Abbreviations of programmers, if the long form's stem does not begin with them. */
const SHORT_FORMS: Readonly<Record<string, string>> = {
  arg: 'argument',
  args: 'argument',
  attr: 'attribute',
  attrs: 'attribute',
  btn: 'button',
  buf: 'buffer',
  cb: 'callback',
  cfg: 'config',
  cmd: 'command',
  cmds: 'command',
  col: 'column',
  cols: 'column',
  conf: 'config',
  configuration: 'config',
  configure: 'config',
  conn: 'connection',
  ctx: 'context',
  cur: 'current',
  db: 'database',
  decl: 'declaration',
  def: 'define',
  definition: 'define',
  del: 'delete',
  dest: 'destination',
  dict: 'dictionary',
  dir: 'directory',
  dirs: 'directory',
  directories: 'directory',
  dst: 'destination',
  elem: 'element',
  env: 'environment',
  err: 'error',
  errs: 'error',
  evt: 'event',
  exec: 'execute',
  execution: 'execute',
  expr: 'expression',
  ext: 'extension',
  fmt: 'format',
  fn: 'function',
  fns: 'function',
  func: 'function',
  funcs: 'function',
  idx: 'index',
  indices: 'index',
  indexes: 'index',
  impl: 'implement',
  implementation: 'implement',
  init: 'initial',
  initialize: 'initial',
  initialise: 'initial',
  initialization: 'initial',
  len: 'length',
  lib: 'library',
  libs: 'library',
  libraries: 'library',
  max: 'maximum',
  mem: 'memory',
  min: 'minimum',
  msg: 'message',
  msgs: 'message',
  num: 'number',
  obj: 'object',
  objs: 'object',
  op: 'operation',
  ops: 'operation',
  opt: 'option',
  opts: 'option',
  param: 'parameter',
  params: 'parameter',
  pkg: 'package',
  pos: 'position',
  prev: 'previous',
  prop: 'property',
  props: 'property',
  properties: 'property',
  proc: 'process',
  ptr: 'pointer',
  recv: 'receive',
  ref: 'reference',
  refs: 'reference',
  req: 'request',
  res: 'response',
  resp: 'response',
  ret: 'return',
  spec: 'specification',
  src: 'source',
  stmt: 'statement',
  str: 'string',
  strs: 'string',
  sync: 'synchron',
  synchronous: 'synchron',
  synchronize: 'synchron',
  temp: 'temporary',
  tmp: 'temporary',
  txt: 'text',
  usr: 'user',
  util: 'utility',
  utils: 'utility',
  utilities: 'utility',
  val: 'value',
  vals: 'value',
  var: 'variable',
  vars: 'variable',
}
const shortForms = new Map(Object.entries(SHORT_FORMS))

/** Longest first; a suffix goes only when at least `keep` letters stay. */
const SUFFIXES: readonly (readonly [suffix: string, replacement: string, keep: number])[] = [
  ['izations', 'iz', 3],
  ['isations', 'is', 3],
  ['ization', 'iz', 3],
  ['isation', 'is', 3],
  ['ations', 'at', 3],
  ['ation', 'at', 3],
  ['ments', '', 4],
  ['ment', '', 4],
  ['ingly', '', 4],
  ['ables', '', 4],
  ['able', '', 4],
  ['ible', '', 4],
  ['ness', '', 4],
  ['ions', '', 4],
  ['ion', '', 4],
  ['ings', '', 3],
  ['ing', '', 3],
  ['ers', '', 4],
  ['ors', '', 4],
  ['ies', 'y', 2],
  ['ied', 'y', 2],
  ['ed', '', 3],
  ['er', '', 4],
  ['or', '', 4],
  ['ly', '', 4],
]

/** By their last letter, in the same order: most words end in another one. */
const suffixesOf = new Map<string, (typeof SUFFIXES)[number][]>()
for (const entry of SUFFIXES) {
  const last = entry[0].at(-1)!
  suffixesOf.set(last, [...(suffixesOf.get(last) ?? []), entry])
}

export function stem(word: string): string {
  const long = shortForms.get(word) ?? word
  if (long.length < 4) return long
  return dropFinal(dropSuffix(dropPlural(long)))
}

/** How a word with this stem begins. */
export function startsOf(stemmed: string): readonly string[] {
  // In all but the shortest words a final `y` becomes an `i`, and vice versa.
  const start = stemmed.length > 3 ? stemmed.replace(/[iy]$/, '') : stemmed
  return [start, ...(shortFormsOf().get(stemmed) ?? [])]
}

let formsByStem: ReadonlyMap<string, readonly string[]> | undefined

function shortFormsOf(): ReadonlyMap<string, readonly string[]> {
  if (formsByStem) return formsByStem
  const forms = new Map<string, string[]>()
  for (const [form, long] of shortForms) {
    const stemmed = stem(long)
    forms.set(stemmed, [...(forms.get(stemmed) ?? []), form])
  }
  formsByStem = forms
  return forms
}

function dropPlural(word: string): string {
  if (!word.endsWith('s') || word.endsWith('ss') || word.endsWith('us') || word.endsWith('is'))
    return word
  if (
    word.endsWith('sses') ||
    word.endsWith('xes') ||
    word.endsWith('ches') ||
    word.endsWith('shes')
  )
    return word.slice(0, -2)
  return word.endsWith('ies') ? word : word.slice(0, -1)
}

function dropSuffix(word: string): string {
  for (const [suffix, replacement, keep] of suffixesOf.get(word.at(-1)!) ?? []) {
    if (word.length - suffix.length < keep || !word.endsWith(suffix)) continue
    return undouble(word.slice(0, word.length - suffix.length)) + replacement
  }
  return word
}

function undouble(word: string): string {
  const last = word.at(-1)
  const isDoubled = word.length > 3 && last === word.at(-2) && last !== 's' && last !== 'l'
  return isDoubled ? word.slice(0, -1) : word
}

function dropFinal(word: string): string {
  if (word.length > 4 && word.endsWith('e')) return word.slice(0, -1)
  return word.length > 3 && word.endsWith('y') ? `${word.slice(0, -1)}i` : word
}
