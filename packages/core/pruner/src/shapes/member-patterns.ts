// How languages write what questions ask lists of: public declarations, raised errors, environment variables,
// imports, tests, endpoints, constants. A pattern sees one line; comment lines are removed before.
import type { Language } from './language.js'

const EXPORTS: Readonly<Partial<Record<Language, RegExp>>> = {
  javascript: /^\s*export\b|^(?:module\.)?exports\b/,
  python: /^(?:async )?def [A-Za-z]|^class \w|^__all__\b/,
  go: /^func [A-Z]|^(?:type|var|const) [A-Z]/,
  rust: /^pub(?:\([^)]*\))? (?!use\b)|^#\[macro_export\]|^macro_rules!/,
  java: /^\s*public\b/,
  csharp: /^\s*public\b/,
  kotlin:
    /^(?:(?:public|open|abstract|data|sealed|suspend|inline|operator|infix|enum|annotation|value|const) )*(?:fun|class|object|interface|val|typealias)\b/,
  swift: /^\s*(?:public|open)\b/,
  php: /^\s*(?:(?:final|abstract) )*(?:class|interface|trait|enum|function)\b|^\s*(?:(?:final|abstract|static) )*public\b/,
  ruby: /^\s*(?:def|class|module)\s/,
  c: /^(?!static\b|#|typedef struct \w+ \w+;)[A-Za-z_][\w\s*]*[\s*]\w+\s*\([^;{}=]*[;{,(]?\s*$|^typedef\b/,
  cpp: /^(?!static\b|#)[A-Za-z_][\w\s*&:<>,]*[\s*&]\w+\s*\([^;{}=]*[;{,(]?\s*$|^(?:class|struct|enum)\s+\w+/,
  shell: /^(?:function\s+)?[\w:-]+\s*\(\)|^function\s+\w/,
  sql: /^\s*create\b/i,
  lua: /^(?:local )?function\b|^\w+\.\w+\s*=\s*function/,
}

/** Private names are not part of what a module exports. */
const PRIVATE = /^(?:async )?(?:def|class) _/

export function isExport(language: Language, line: string, isApi: boolean): boolean {
  if (PRIVATE.test(line)) return false
  if (isApi && language === 'go' && /^func \([^)]*\) [A-Z]/.test(line)) return true
  if (isApi && language === 'rust' && /^\s+pub (?:async |const |unsafe )*fn /.test(line))
    return true
  return EXPORTS[language]?.test(line) ?? /^\s*(?:export|public|pub)\b/.test(line)
}

const RAISES: Readonly<Partial<Record<Language, RegExp>>> = {
  python: /^\s*raise\b|^\s*assert\b.*,\s*f?["']|\bsys\.exit\(|\bparser\.error\(/,
  go: /\berrors\.New\(|\bfmt\.Errorf\(|\bpanic\(|\blog\.Fatal|\berrors\.(?:Wrap|Errorf)\w*\(/,
  rust: /\bbail!\(|\bpanic!\(|\bErr\(|\banyhow!\(|\bensure!\(|\bunreachable!\(|\btodo!\(|\bunimplemented!\(/,
  ruby: /^\s*(?:raise|fail|abort)\b/,
  lua: /\berror\(|_error\(|\bassert\(/,
  c: /\bfprintf\(\s*stderr|\bperror\(|\berrx?\(|\breturn -E[A-Z]+|\babort\(\)|\berror\(|\bdie\(/,
  shell: />&2|\bexit [1-9]|\bdie\b/,
  sql: /\braise\b|\bsignal sqlstate\b/i,
}
const THROWN =
  /\bthrow\b|\bnew \w*(?:Error|Exception)\(|\breject\(|\bError\(|\bsuper\(\s*["'`]|\bfatalError\(|\bpreconditionFailure\(/

export function isRaise(line: string, language: Language): boolean {
  const own = RAISES[language]
  return own === undefined ? THROWN.test(line) : own.test(line)
}

const ENVIRONMENT =
  /process\.env\b|import\.meta\.env|os\.environ|\bos\.getenv|os\.(?:Getenv|LookupEnv)\(|\benv::var|\bgetenv\(|System\.getenv|GetEnvironmentVariable|ENV\[|ENV\.fetch|\$_ENV|Deno\.env|Bun\.env|\benv\.get\(|\benviron\b|\benvvar\b|viper\.(?:BindEnv|AutomaticEnv)|ProcessInfo\.processInfo\.environment|\benv!\(|option_env!\(|std::env\b|monkeypatch\.(?:set|del)env|\b\w*(?:env|Env|ENV)\w*(?:\.\w+)?\(\s*["'`][A-Z]/
const SHELL_VARIABLE = /\$\{?[A-Z][A-Z0-9_]{2,}|^(?:export )?[A-Z][A-Z0-9_]{2,}=|^ENV |^ARG /

export function isEnvironment(line: string, language: Language): boolean {
  return ENVIRONMENT.test(line) || (language === 'shell' && SHELL_VARIABLE.test(line))
}

export const isConstant = (line: string): boolean =>
  /^\s*(?:(?:export|pub(?:\([^)]*\))?|public|private|protected|internal|static|final|readonly|const|let|var|val|constexpr|inline|#define|define|int|long|usize|str|string|String|char|double|float|bool|boolean|auto|u?int\d+_t|[iu]\d+|type)\s+)*\*?[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*(?:\[\])?\s*(?::[^=]{1,60})?(?:=(?!=)|\s\S)/.test(
    line,
  )

const IMPORTS =
  /^\s*(?:import\b|from\s+\S+\s+import\b|#\s*include\b|(?:pub\s+)?use\s+[\w{:]|using\s+[\w.]|extern\s+crate\b|require(?:_relative|_once)?\b|(?:const|let|var)\s+[^=]{1,120}=\s*(?:await\s+import|require)\(|export\s+(?:\*|\{[^}]*\})\s*from\b|@import\b|source\s|\.\s+\S|include\b)/
export const isImport = (line: string): boolean => IMPORTS.test(line)

const GETTERS =
  /^\s*(?:(?:public|private|protected|static|override|async)\s+)*get\s+[\w$#[]|^\s*@(?:\w+\.)?(?:cached_)?property\b|^\s*attr_(?:reader|accessor)\b|\b(?:def|fn|func|fun|function)?\s*get_?[A-Z_]\w*\s*\([^;]*[{:]\s*$|\{\s*get\b/
const SETTERS =
  /^\s*(?:(?:public|private|protected|static|override|async)\s+)*set\s+[\w$#[]|^\s*@\w+\.setter\b|^\s*attr_(?:writer|accessor)\b|\b(?:def|fn|func|fun|function)?\s*set_?[A-Z_]\w*\s*\([^;]*[{:]\s*$|\bset;/
export const isGetter = (line: string): boolean => GETTERS.test(line)
export const isSetter = (line: string): boolean => SETTERS.test(line)

const TESTS =
  /^\s*(?:(?:it|test|describe|specify|context|scenario)(?:\.\w+)*(?:\([^)]*\))?\s*\(|def test_|async def test_|func (?:Test|Benchmark|Example|Fuzz)[A-Z_]|(?:public |private )?(?:void|fun|func|async Task|function) (?:test\w*|should\w*)\s*\(|#\[(?:\w+::)?test|@Test\b|\[(?:Fact|Test|Theory)|TEST(?:_[FP])?\()|^\s*(?:it|describe|context|specify) ['"]/
export const isTest = (line: string): boolean => TESTS.test(line)

const ENDPOINTS =
  /^\s*(?:@(?:\w+\.)?(?:route|get|post|put|patch|delete|head|options|websocket|api_route|Get|Post|Put|Patch|Delete|RequestMapping|GetMapping|PostMapping|PutMapping|PatchMapping|DeleteMapping|Path)\s*\(|\[(?:Http(?:Get|Post|Put|Patch|Delete)|Route)\b)|\b\w+\.(?:get|post|put|patch|delete|head|options|all|use|route|GET|POST|PUT|PATCH|DELETE|HandleFunc|Handle|Get|Post|Put|Patch|Delete|MapGet|MapPost|MapPut|MapDelete)\(\s*['"`]\/|\bHandleFunc\(\s*["`]|\b(?:path|re_path|url)\(\s*r?['"]|^\s*(?:get|post|put|patch|delete|resources?|root) ['":]|#\[(?:get|post|put|patch|delete)\(/
const API_PATH = /^\s{1,8}["']?\/[\w{}./:*-]*["']?\s*:/
const API_METHOD = /^\s{2,12}["']?(?:get|post|put|patch|delete|head|options)["']?\s*:\s*\{?\s*$/

export const isEndpoint = (line: string): boolean => ENDPOINTS.test(line)
export const isApiMethod = (line: string): boolean => API_METHOD.test(line)
export const isApiPath = (line: string): boolean => API_PATH.test(line)

const OPTIONS =
  /^\s*(?:-\w(?:[, ]|$)|--?[A-Za-z][\w-]*)|add_argument\(|\.option\(\s*['"`]|@click\.option\(|\bflag\.\w+\(|\bFlags\(\)\.\w+\(|#\[(?:arg|clap)\(|^\.(?:IP|TP|It Fl)\b.*-/
export const isOption = (line: string): boolean => OPTIONS.test(line)

export const isTodo = (line: string): boolean => /\b(?:TODO|FIXME|XXX|HACK)\b/.test(line)
export const isCommentLine = (line: string): boolean =>
  /^\s*(?:\/\/|#(?:\s|$|#|!|-)|\*|\/\*|--\s|;;|"""|''')/.test(line)
