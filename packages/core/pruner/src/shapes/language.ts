// The language of code, from its file name or otherwise from what only that language writes.

const EXTENSIONS = {
  javascript: 'ts tsx mts cts js jsx mjs cjs vue svelte',
  python: 'py pyi pyx',
  go: 'go',
  rust: 'rs',
  java: 'java groovy scala gradle',
  kotlin: 'kt kts',
  c: 'c h',
  cpp: 'cc cpp cxx hpp hh hxx m mm',
  csharp: 'cs',
  ruby: 'rb rake',
  php: 'php',
  swift: 'swift',
  shell: 'sh bash zsh',
  sql: 'sql',
  css: 'css scss sass less',
  html: 'html htm xml svg',
  lua: 'lua',
} as const
export type Language = keyof typeof EXTENSIONS | 'other'

const LANGUAGES = new Map(
  Object.entries(EXTENSIONS).flatMap(([language, extensions]) =>
    extensions.split(' ').map((extension) => [extension, language as Language] as const),
  ),
)

const SIGNS: readonly (readonly [Language, RegExp])[] = [
  ['go', /^package \w+\s*$/m],
  ['php', /<\?php/],
  ['rust', /^[ \t]*(?:pub(?:\([^)]*\))? )?(?:fn \w+|impl\b|use \w+::)/m],
  ['python', /^[ \t]*(?:def \w+\(.*\).*:|class \w+.*:|from \S+ import )/m],
  ['csharp', /^[ \t]*(?:using System|namespace [\w.]+)/m],
  ['java', /^[ \t]*(?:package [\w.]+;|import java|public (?:final |abstract )*class )/m],
  ['kotlin', /^[ \t]*(?:(?:private|internal|override|suspend) )*fun /m],
  ['swift', /^[ \t]*(?:(?:public|private|open|internal|static) )*func \w+/m],
  ['ruby', /^[ \t]*(?:def \w+|module [A-Z]|require ['"])/m],
  ['cpp', /^[ \t]*(?:template\s*<|class \w+.*\{|namespace \w+)/m],
  ['c', /^#include\b/m],
  ['javascript', /^[ \t]*(?:export |import .* from |const \w+ = |function \w+\()/m],
  ['sql', /^[ \t]*(?:create|select|insert|alter)\s/im],
  ['shell', /^#!.*\b(?:ba|z)?sh\b/],
]
const LOOKED_AT = 16_384

export function languageOf(fileName: string, text: string): Language {
  const extension = /\.(\w+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
  const known = LANGUAGES.get(extension)
  if (known !== undefined) return known
  const head = text.slice(0, LOOKED_AT)
  return SIGNS.find(([, sign]) => sign.test(head))?.[0] ?? 'other'
}
