// Texts of every sort that the estimate must serve. Code and prose come from cases given on the command
// line; the rest is made here.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { logOf } from '../engine/texts.js'

export interface Sample {
  readonly sort: string
  readonly text: string
}

const LINES = 120
const captured = fileURLToPath(
  new URL('../../packages/core/pruner/test/tool-output/', import.meta.url),
)

export function samplesFrom(casesFile: string): Sample[] {
  const cases = gunzipSync(readFileSync(casesFile))
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { query: string; text: string })
  const samples: Sample[] = []
  let prose = ''
  for (const [i, { query, text }] of cases.entries()) {
    prose += `${query}\n`
    if (i % 4 === 0) {
      const lines = text.split('\n')
      samples.push({ sort: 'code', text: lines.slice(0, LINES).join('\n') })
    }
    if (prose.length > 6000) {
      samples.push({ sort: 'prose', text: prose })
      prose = ''
    }
  }
  for (const file of readdirSync(captured))
    samples.push({ sort: 'tool output', text: readFileSync(`${captured}${file}`, 'utf8') })
  const log = logOf(40 * LINES).split('\n')
  for (let i = 0; i < 40; i++) {
    const lines = log.slice(i * LINES, (i + 1) * LINES)
    samples.push({ sort: 'logs', text: lines.join('\n') })
    samples.push({ sort: 'logs', text: lines.map(asAccessLog).join('\n') })
    samples.push({ sort: 'logs', text: lines.map(asJson).join('\n') })
    samples.push({ sort: 'base64', text: digests(i, 'base64') })
    samples.push({ sort: 'hex', text: digests(i, 'hex') })
    samples.push({ sort: 'CJK', text: sentences(i) })
  }
  return samples
}

const asAccessLog = (_: string, i: number) =>
  `10.0.${i % 256}.${(i * 7) % 256} - - [15/Nov/2026:10:${10 + (i % 50)}:01 +0000] "GET /static/app-${i}.js HTTP/1.1" 200 ${i * 131} "-" "Mozilla/5.0"`
const asJson = (line: string, i: number) =>
  JSON.stringify({ level: 'info', time: 1_763_200_000_000 + i, msg: line.slice(40), pid: i })
const digests = (seed: number, encoding: 'base64' | 'hex') =>
  Array.from({ length: 20 }, (_, i) =>
    createHash('sha512').update(`${seed}-${i}`).digest(encoding),
  ).join('\n')

const CLAUSES = [
  '接続が切れたときに再試行する関数を探しています',
  'この設定ファイルはどこで読み込まれますか',
  '测试失败的原因是什么',
  '请说明缓存过期之后会发生什么',
  '오류가 발생하면 로그에 기록합니다',
  '데이터베이스 연결 시간을 확인하세요',
]
const sentences = (seed: number) =>
  Array.from({ length: 30 }, (_, i) => CLAUSES[(i * 5 + seed) % CLAUSES.length]).join('。\n')
