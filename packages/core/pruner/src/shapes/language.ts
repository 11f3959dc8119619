// The language of code, from its file name or otherwise from what only that language writes.

export type Language =
  | 'javascript'
  | 'python'
  | 'go'
  | 'rust'
  | 'java'
  | 'kotlin'
  | 'c'
  | 'cpp'
  | 'csharp'
  | 'ruby'
  | 'php'
  | 'swift'
  | 'shell'
  | 'sql'
  | 'css'
  | 'html'
  | 'lua'
  | 'other'

const EXTENSIONS: Readonly<Record<string, Language>> = {
  ...all('javascript', 'ts tsx mts cts js jsx mjs cjs vue svelte'),
  ...all('python', 'py pyi pyx'),
  ...all('go', 'go'),
  ...all('rust', 'rs'),
  ...all('java', 'java groovy scala gradle'),
  ...all('kotlin', 'kt kts'),
  ...all('c', 'c h'),
  ...all('cpp', 'cc cpp cxx hpp hh hxx m mm'),
  ...all('csharp', 'cs'),
  ...all('ruby', 'rb rake'),
  ...all('php', 'php'),
  ...all('swift', 'swift'),
  ...all('shell', 'sh bash zsh'),
  ...all('sql', 'sql'),
  ...all('css', 'css scss sass less'),
  ...all('html', 'html htm xml svg'),
  ...all('lua', 'lua'),
}

function all(language: Language, extensions: string): Record<string, Language> {
  return Object.fromEntries(extensions.split(' ').map((extension) => [extension, language]))
}

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
  const known = EXTENSIONS[extension]
  if (known !== undefined) return known
  const head = text.slice(0, LOOKED_AT)
  return SIGNS.find(([, sign]) => sign.test(head))?.[0] ?? 'other'
}
