// Sixty texts of all families, each with a question: four sizes of fifteen kinds.
import { hasAllCases } from '@jeeves/testing'

export interface AskedText {
  readonly file: string
  readonly question: string
  readonly text: string
}

type Kind = readonly [file: string, question: string, line: (i: number) => string, answer: string]

const pad = (i: number, width = 2) => String(i).padStart(width, '0')
const time = (i: number) => `2026-03-0${1 + (i % 9)}T10:${pad(i % 60)}:${pad((i * 7) % 60)}Z`

/** Each line, or few lines, of the kind; and those that answer the question. */
const KINDS: readonly Kind[] = [
  [
    'colours.ts',
    'How long is the delay between retries?',
    (i) => `export function colour${i}(shade: number): number {\n  return shade * ${i} + 7\n}\n`,
    'export function retryDelay(attempt: number): number {\n  // Exponential backoff between retries.\n  return Math.min(100 * 2 ** attempt, 30_000)\n}\n',
  ],
  [
    'stock.py',
    'Where is the reorder quantity rounded?',
    (i) => `def weigh_shelf_${i}(shelf):\n    total = shelf.load * ${i}\n    return total\n`,
    'def reorder_quantity(demand, pack):\n    # Rounded up to whole packs.\n    return -(-demand // pack) * pack\n',
  ],
  [
    'Parts.java',
    'What does the drain method of the queue return?',
    (i) => `  int paint${i}(Canvas canvas) {\n    return canvas.fill(${i});\n  }\n`,
    '  /** The jobs that were waiting. */\n  List<Job> drain(Queue queue) {\n    return queue.takeAll();\n  }\n',
  ],
  [
    'server.go',
    'Which port does the metrics listener use?',
    (i) => `func handle${i}(w Writer) error {\n\treturn w.Send(${i})\n}\n`,
    'func listenMetrics() error {\n\treturn serve(":9100")\n}\n',
  ],
  [
    'schema.sql',
    'Which index covers the customer email?',
    (i) => `CREATE TABLE part_${i} (id INTEGER PRIMARY KEY, weight_${i} REAL);`,
    'CREATE UNIQUE INDEX customer_email ON customer (lower(email));',
  ],
  [
    'app.log',
    'What happened to order 4711?',
    (i) => `${time(i)} INFO http GET /orders/${i} 200 in ${i % 90} ms`,
    '2026-03-04T10:11:12Z WARN billing order 4711 was refused: card expired',
  ],
  [
    'change.diff',
    'How did the retry limit change?',
    (i) =>
      `diff --git a/src/part${i}.ts b/src/part${i}.ts\n--- a/src/part${i}.ts\n+++ b/src/part${i}.ts\n@@ -1,2 +1,2 @@\n-const size = ${i}\n+const size = ${i + 1}`,
    'diff --git a/src/retry.ts b/src/retry.ts\n--- a/src/retry.ts\n+++ b/src/retry.ts\n@@ -4,2 +4,2 @@\n-const retryLimit = 3\n+const retryLimit = 5',
  ],
  [
    'run.txt',
    'Which tests fail?',
    (i) => `ok ${i + 1} - paints part ${i}`,
    'not ok 9001 - rounds the total up\n  ---\n  expected: 12\n  actual: 11\n  ...',
  ],
  [
    'stock.csv',
    'What is the price of axle-brass?',
    (i) => `${i},bolt-${i},${(i * 37) % 900},${i % 7 === 0 ? 'north' : 'south'}`,
    '9001,axle-brass,412,west',
  ],
  [
    'parts.json',
    'Which licence does part zebra have?',
    (i) => `    { "name": "part-${i}", "licence": "MIT", "size": ${i} },`,
    '    { "name": "zebra", "licence": "AGPL-3.0", "size": 1 },',
  ],
  [
    'events.jsonl',
    'Which events were skipped?',
    (i) => `{"at":"${time(i)}","id":${i},"result":"done"}`,
    '{"at":"2026-03-04T10:11:12Z","id":9001,"result":"skipped"}',
  ],
  [
    'deploy.yaml',
    'What is the memory limit of the ledger?',
    (i) => `  service-${i}:\n    image: registry/service-${i}:1.${i}\n    replicas: ${i % 5}`,
    '  ledger:\n    image: registry/ledger:2.1\n    memory_limit: 512Mi',
  ],
  [
    'guide.md',
    'How is a backup restored?',
    (i) => `## Part ${i}\n\nPaint part ${i} with two coats and let it dry for ${i % 9} hours.\n`,
    '## Backups\n\nA backup is restored with `ledger restore FILE` while the server is stopped.\n',
  ],
  [
    'found.txt',
    'Where is feedZebra called?',
    (i) => `src/part${i % 40}/paint.ts:${i + 3}:  paint(canvas, ${i})`,
    'src/zoo/keeper.ts:88:  feedZebra(zebra, hay)',
  ],
  [
    'build.txt',
    'Why does the build fail?',
    (i) => `  CC       drivers/part${i}/core_${i}.o`,
    "drivers/zoo/keeper.c:88:3: error: implicit declaration of function 'feed_zebra'\nmake: *** [Makefile:12: drivers] Error 1",
  ],
]

const SIZES = [40, 90, 220, 500]

export const SIXTY_TEXTS: readonly AskedText[] = KINDS.flatMap(([file, question, line, answer]) =>
  SIZES.map((size) => {
    const parts = Array.from({ length: size }, (_, i) => line(i))
    parts.splice(Math.floor(size * 0.6), 0, answer)
    return { file: `${size}/${file}`, question, text: `${parts.join('\n')}\n` }
  }),
)

/** One of each kind, in all sizes. */
export const SOME_TEXTS = SIXTY_TEXTS.filter((_, i) => i % 4 === Math.floor(i / 4) % 4)

/** What `pnpm test` asks at an entry point is a sample, another third of it at each. */
export const textsFor = (entryPoint: number): readonly AskedText[] =>
  hasAllCases ? SIXTY_TEXTS : SOME_TEXTS.filter((_, i) => i % 3 === entryPoint % 3)
