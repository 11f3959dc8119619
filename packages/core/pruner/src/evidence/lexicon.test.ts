// One lexicon defines what reports a failure, for every rule. Five lists had diverged: after WARN
// `segfault` was kept, and `SIGSEGV`, `ENOSPC` and `échec` were cut.
import { describe, expect, it } from 'vitest'
import { keptLines, prune } from '../index.js'
import { evidenceLines } from './evidence-lines.js'

const FAILURES = [
  // Signals and the fate of a process.
  'worker 3 stopped by SIGSEGV',
  'worker 3 received SIGABRT',
  'worker 3: SIGBUS at address 0x7f',
  'child ended: SIGXCPU',
  'segfault in worker 3',
  'process 812 exited with code 137',
  'job 3 returned non-zero exit status 2',
  'container 3 was OOMKilled',
  // Names of system errors.
  'write of chunk 3: ENOSPC',
  'open of part 3: EMFILE',
  'rename of part 3: EXDEV',
  'read of part 3: EIO',
  'connect to 10.0.0.3: EHOSTUNREACH',
  'lookup of db-3: EAI_AGAIN',
  'flush of part 3: EDQUOT',
  // Status of HTTP.
  'upstream 3 answered HTTP 503',
  'GET /jobs/3 502',
  'got 500 from upstream 3',
  'request 3: 504 Gateway Time-out',
  // Other languages.
  'échec du chargement de la page 3',
  'page 3 : accès refusé',
  'délai dépassé pour la page 3',
  'Fehler beim Laden von Seite 3',
  'Laden von Seite 3 fehlgeschlagen',
  'Seite 3 wurde nicht gefunden',
  'no se pudo cargar la parte 3',
  'falló la carga de la parte 3',
  'impossibile aprire la pagina 3',
  'falha ao carregar a parte 3',
  'não foi possível abrir a parte 3',
  'laden van pagina 3 mislukt',
  'operacja 3 nie powiodła się',
  'inläsningen av del 3 misslyckades',
  'osan 3 lataus epäonnistui',
  'yükleme 3 başarısız oldu',
  'не удалось загрузить часть 3',
  'сбой загрузки части 3',
  '加载第 3 部分失败',
  '请求 3 超时',
  'パート 3 の読み込みに失敗しました',
  '파트 3 로드 실패',
  'فشل تحميل الجزء 3',
]

const noise = (count: number) =>
  Array.from({ length: count }, (_, i) => `copied asset-${(i * 7919) % 997} to the output folder`)

it.each(FAILURES)('is evidence: %s', (line) => {
  const isEvidence = evidenceLines([...noise(3), line, ...noise(3)].join('\n'))
  expect([2, 3, 4].map(isEvidence)).toEqual([false, true, false])
})

describe('after a level that only warns', () => {
  it.each(FAILURES)('each one is kept: %s', (failure) => {
    const first = `WARN part of pool: ${failure}`
    const second = `WARN part of pool: ${failure.replace('3', '4')}`
    const text = [...noise(200), first, ...noise(200), second, ...noise(200)].join('\n')
    const result = prune({
      text,
      sourceType: 'logs',
      origin: 'explicit',
      goal: 'which asset is 211?',
    })
    const kept = keptLines(result).map((line) => result.lines[line - 1]!.text)
    expect(kept).toContain(first)
    expect(kept).toContain(second)
  })

  it.each([
    'cache of page 3 is nearly full',
    'option 3 is deprecated',
    'l’option 3 est obsolète',
    'config key 3 is unused',
  ])('a mere warning is counted: %s', (message) => {
    const lines = Array.from({ length: 6 }, (_, i) => `WARN ${message.replace('3', String(i + 1))}`)
    const text = [...lines.flatMap((line) => [...noise(80), line]), ...noise(80)].join('\n')
    const result = prune({
      text,
      sourceType: 'logs',
      origin: 'explicit',
      goal: 'which asset is 211?',
    })
    const kept = keptLines(result).map((line) => result.lines[line - 1]!.text)
    expect(kept.filter((line) => line.startsWith('WARN'))).toEqual(lines.slice(0, 1))
    expect(result.foldedWarnings).toBe(5)
  })
})

it.each([
  'Compiled 503 modules in 4 s',
  'served 500 pages from the cache',
  'signal strength is good',
  'the sigma of run 3 is 0.4',
  'listening on port 5432',
  '0 errors, 0 failures',
  'downloaded libgpg-error-dev',
  'installing http-errors@2.0.1',
])('is not evidence: %s', (line) => {
  const isEvidence = evidenceLines([...noise(3), line, ...noise(3)].join('\n'))
  expect(isEvidence(3)).toBe(false)
})
