// What reports a failure or a warning, as data: every rule uses this list, so that none knows a
// word that another does not. All words are stems.
import { stemSet, wordsOf } from '../text/words.js'

/** Signals that end a process because of an error of its own or of its environment. */
const SIGNALS = wordsOf(
  'sigsegv sigabrt sigkill sigbus sigill sigfpe sigsys sigtrap sigxcpu sigxfsz sigstkflt',
)

/** Names of system errors (POSIX, Linux, libuv), except for those that only mean to try again. */
const SYSTEM_ERRORS = wordsOf(
  `eacces eaddrinuse eaddrnotavail eafnosupport ebadf ebadmsg ebusy ecanceled echild
  econnaborted econnrefused econnreset edeadlk edestaddrreq edquot eexist efault efbig ehostdown ehostunreach eidrm
  eilseq einval eio eisconn eisdir eloop emfile emlink emsgsize enametoolong enetdown enetreset enetunreach enfile
  enobufs enodev enoent enoexec enolck enomem enospc enosys enotblk enotconn enotdir enotempty enotfound enotsock
  enotsup enxio eopnotsupp eoverflow eperm epipe eproto eprotonosupport eprototype erofs eshutdown espipe esrch
  estale etimedout etxtbsy exdev eai eresolve elifecycle`,
)

/** These words alone make a line evidence of a failure. */
export const ERROR_WORDS: ReadonlySet<string> = new Set([
  ...SIGNALS,
  ...SYSTEM_ERRORS,
  ...wordsOf(
    `error errored exception traceback fail failed failure fatal panic panicked critical crit emerg
  emergency severe abort aborted segfault segmentation unreachable unresolved killed oom
  crash crashed corrupt corrupted vulnerability errno nonzero unmerged undeclared denied refused unable
  uncaught unhandled unhealthy deadlock lockup backoff ftl eror
  erreur erreurs échec échecs échoué échouée refusé refusée
  fehler fehlgeschlagen ausnahme verweigert abgebrochen abgestürzt
  fallo falló fallido excepción denegado rechazado errore errori eccezione fallito negato impossibile
  erro erros falha falhou exceção negado recusado fout mislukt geweigerd błąd błędu niepowodzenie odmowa
  misslyckades mislykkedes mislyktes fejlede epäonnistui virhe selhalo chyba başarısız sikertelen eroare eșuat
  ошибка ошибки исключение сбой отказано помилка σφάλμα αποτυχία خطأ فشل שגיאה त्रुटि lỗi gagal
  错误 錯誤 失败 失敗 异常 異常 致命 例外 超时 拒绝 拒否 崩溃 エラ 오류 실패 예외 거부`,
  ),
])

export const WARNING_WORDS = stemSet(
  `warn warning wrn avertissement avertissements warnung warnungen advertencia avviso waarschuwing ostrzeżenie
  varning advarsel varoitus uyarı предупреждение 警告 경고`,
)

/** These make a line evidence as well, unless the text is full of them or the line is marked as information. */
export const DOUBT_WORDS = stemSet(
  `assert assertion alert rejected conflict deprecated timeout undefined cannot invalid unexpected
  problem exited unauthorized forbidden unavailable missing mismatch exceeded illegal broken expired
  terminated interrupted incomplete unused unknown unrecognized unsupported leak lost dropped died bad halted sigterm
  sigpipe sigquit impossible introuvable dépassé déclaré evicted`,
)

/** Those of them with which a line marked as a warning reports a failure. */
const FAILING_DOUBT_WORDS = stemSet(
  `rejected timeout cannot lost died terminated evicted halted sigterm impossible introuvable dépassé unavailable`,
)

/** These may be part of a phrase that is evidence. */
export const HINT_WORDS = stemSet(
  `exit found such could timed reference level lvl severity modified signal not did can dumped memory
  space route peer multiple attempt bug false rc back permission only directory rule giving py
  gefunden pudo possível powiodło powiodła удалось gateway service killed`,
)

/** A line with one of these is only information. */
export const QUIET_WORDS = stemSet('info debug trace notice')

/** Status 4xx and 5xx as access logs, frameworks and JSON write them. */
export const statusPattern =
  /" [45]\d\d (?:\d|-)|\b(?:status|statuscode|status_code|code|http|HTTP\/[\d.]+)["']?\s*[:=]?\s*["']?[45]\d\d\b|\b(?:get|post|put|patch|delete|head|options) \S+ [45]\d\d\b|\b(?:completed|responded(?: with)?|answered(?: with)?|got|returned|received) (?:an? )?(?:[45]\d\d)\b(?! (?:\w+s|B|KB|MB|bytes|rows|ms)\b)|\b[45]\d\d (?:Bad (?:Request|Gateway)|Unauthorized|Forbidden|Not Found|Too Many Requests|Internal Server|Service Unavailable|Gateway Time-?out)|\[GIN\][^|]*\| +[45]\d\d \|| [45]\d\d \d+ - - /i
/** Words that are evidence only together. */
export const phrasePattern =
  /\bexit(?:ed)?(?: with)?(?: status| code)?[: =]+[1-9]|\b[1-9]\d* exit status\b|\bnot found\b|\bno such (?:file|host|container|image|module)\b|\bcould not\b|\btimed out\b|\bundefined reference\b|"(?:level|lvl|severity)"\s*:\s*(?:[45]0|60)\b|\bboth modified\b|\bsignal(?:led)?:? (?:SIG\w+|\d+)\b|\b(?:did not|didn't|can't|not permitted|not recognized|not met|is not an?)\b|\bcore dumped\b|\bout of memory\b|\bno space left\b|\bno route to\b|\breset by peer\b|\bmultiple definition\b|\battempt to (?:index|call|perform|compare|concat)|\bbug: |back-?off\b|\bread-only file system\b|: is a directory\b|\brc[=:] ?[1-9]|: \*{3} |\bgiving up\b|\bexit_?code["']?[:=]\s*-?[1-9]|_NOT_FOUND\b|\bpermission non\b|\bnicht gefunden\b|\bno se pudo\b|\bnão foi possível\b|\bnie powiodł[oa] się|не удалось|\.py [.sxX]*[FE][.sxXFE]*(?:\s+\[ *\d+%\])?\s*$/i

/** Marks that report a failure without a word. */
const crossPattern = /[✗✘✖✕❌❎⨯🔴🚨💥]/u

/** Whether a line reports a failure, even if it is marked as a warning. `message` is the line without names and paths. */
export function reportsFailure(text: string, message: string = text): boolean {
  const words = wordsOf(message)
  return (
    words.some((word) => ERROR_WORDS.has(word) || FAILING_DOUBT_WORDS.has(word)) ||
    phrasePattern.test(text) ||
    statusPattern.test(text) ||
    crossPattern.test(text)
  )
}

/** Whether a text contains a word of the lexicon that can be evidence by itself. */
export function holdsEvidenceWord(text: string): boolean {
  return wordsOf(text).some(
    (word) => ERROR_WORDS.has(word) || WARNING_WORDS.has(word) || DOUBT_WORDS.has(word),
  )
}

export const holdsWarningWord = (text: string): boolean =>
  wordsOf(text).some((word) => WARNING_WORDS.has(word))
