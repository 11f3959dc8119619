// Names in code for what a question says in words, and vice versa: the word vectors know too few of them, as
// hardly any sentence in a repository mentions "Ctrl-C" together with `KeyboardInterrupt`.
import { stemmed } from '../../text/words.js'

/** The similarity of two words of a group; the same word has 1. */
export const ALIAS_NEARNESS = 0.75

/** The words of a group mean nearly the same. */
const GROUPS = stemmed(
  `ctrl interrupt sigint, kill sigkill sigterm terminate, timeout timedout etimedout deadline expire,
  login signin authenticate auth credential, login password, success successful succeeded accepted granted, logout signout, permission forbidden unauthorized authorize acl,
  password secret passphrase, folder directory mkdir, remove delete unlink erase, crash panic segfault abort,
  raise throw, exception throwable, quit exit shutdown, concurrent parallel thread, memory heap alloc malloc,
  checksum hash digest sha256 md5, compress gzip zip deflate brotli, throttle ratelimit debounce,
  duplicate dedupe unique distinct, newline linebreak eol crlf lf, uppercase upper capitalize, lowercase lower,
  colour color ansi, symlink readlink realpath, download fetch, upload multipart, proxy forward tunnel,
  email mail smtp, websocket ws, loop iterate foreach, round floor ceil, escape quote sanitize,
  deprecate obsolete legacy, subprocess spawn popen fork, schedule cron, utf8 unicode encoding charset,
  merge combine concat join, subclass inherit extend, plugin extension addon, lock mutex semaphore,
  redirect 301 302 307, sleep delay, cache memoize lru, whitespace trim strip, deserialize unmarshal,
  serialize marshal stringify, convert cast coerce, encrypt cipher, null nil none, retry backoff,
  longest largest biggest greatest maximum max, shortest smallest least minimum min, refuse reject deny disallow,
  ignore exclude skip omit continue, exceed over max limit large, cleanup free release dispose teardown,
  wake notify signal, 503 unavailable, 401 unauthorized, 403 forbidden, nest depth deep recursion,
  wildcard star asterisk glob, exist missing found enoent, operating system os goos, architecture arch goarch,
  python py, environment env, database db, depend need require, repository repo, command cmd, argument arg,
  verify validate check, expression regex regexp re,
  temporary tmp temp, development dev, production prod, parameter param, configuration config cfg`,
)
  .split(', ')
  .map((group) => group.split(' '))

const NONE: ReadonlySet<string> = new Set()
const ALIASES = new Map<string, Set<string>>()
for (const group of GROUPS)
  for (const stem of group) {
    const others = group.filter((other) => other !== stem)
    ALIASES.set(stem, new Set([...(ALIASES.get(stem) ?? NONE), ...others]))
  }

/** Stems that mean nearly the same as this one. */
export const aliasesOf = (stem: string): ReadonlySet<string> => ALIASES.get(stem) ?? NONE
