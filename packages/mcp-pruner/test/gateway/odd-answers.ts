// Answers of every odd kind that servers send, made from a seed: as the JSON text that goes over the wire, with
// the schema that its tool declares, and the item that a question is after.

export interface OddAnswer {
  readonly tool: string
  /** The result, as text. */
  readonly text: string
  readonly schema?: object
  /** Whether the schema leaves a place to cut and to say so. */
  readonly isStubborn?: boolean
  /** Bytes of the smallest value that the schema allows. */
  readonly least?: number
  /** Something that only one item has. */
  readonly needle?: string
  /** The item lies deeper than `--strict` shows levels. */
  readonly isDeep?: boolean
}

/** Small, fast, and the same on every machine. */
export function random(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e37_79b9) >>> 0
    const mixed = Math.imul(state ^ (state >>> 13), 3_266_489_917) >>> 0
    return ((mixed ^ (mixed >>> 16)) >>> 0) % below
  }
}

type Draw = (below: number) => number

const WORDS = 'alpha beta gamma delta queue worker socket ledger invoice tenant region shard'.split(
  ' ',
)
const ODD_TEXTS = [
  '',
  'ünïcödé ключ 鍵',
  '🦓 \u2028 \u2029',
  'tab\tquote"slash\\',
  '\u0001\u001b[31m',
  'null',
  '[]',
]
const NUMBERS = [
  '0',
  '-0',
  '1e400',
  '1234567890123456789',
  '1.50',
  '0.1',
  '123456789012345.6789',
  '-1E-7',
  '0.0000001',
]

const words = (draw: Draw, count: number): string =>
  Array.from({ length: count }, () => WORDS[draw(WORDS.length)]).join(' ')
const str = (text: string): string => JSON.stringify(text)
const list = (items: readonly string[]): string => `[${items.join(',')}]`
const object = (members: readonly (readonly [string, string])[]): string =>
  `{${members.map(([key, value]) => `${str(key)}:${value}`).join(',')}}`
const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i))

function scalar(draw: Draw): string {
  const kind = draw(6)
  if (kind === 0) return NUMBERS[draw(NUMBERS.length)] ?? '0'
  if (kind === 1) return ['true', 'false', 'null'][draw(3)] ?? 'null'
  if (kind === 2) return str(ODD_TEXTS[draw(ODD_TEXTS.length)] ?? '')
  return str(words(draw, 1 + draw(12)))
}

/** A record with members of every kind, some of them empty. */
function row(draw: Draw, i: number, extra = ''): string {
  return object([
    ['id', String(i)],
    ['name', str(`${words(draw, 2)} ${i}${extra}`)],
    ['big', NUMBERS[draw(NUMBERS.length)] ?? '1'],
    ['tags', draw(3) === 0 ? '[]' : list(times(1 + draw(4), () => str(words(draw, 1))))],
    ['parent', draw(2) === 0 ? 'null' : String(draw(99))],
    ['ключ', scalar(draw)],
    ['nested', object([['a', object([['b', object([['c', list([scalar(draw), '[]', '{}'])]])]])]])],
  ])
}

function tree(draw: Draw, depth: number, needle?: string): string {
  const count = 1 + draw(3)
  const at = draw(count)
  const children =
    depth === 0 ? [] : times(count, (i) => tree(draw, depth - 1, i === at ? needle : undefined))
  const found = depth === 0 && needle !== undefined ? ` ${needle}` : ''
  return object([
    ['name', str(words(draw, 2) + found)],
    ['size', String(draw(1e6))],
    ['children', list(children)],
  ])
}

/** Data of one family, about `size` items large. */
const DATA: Readonly<Record<string, (draw: Draw, size: number, needle: string) => string>> = {
  rows: (draw, size, needle) => {
    const at = draw(size)
    const rows = times(size, (i) => row(draw, i, i === at ? ` ${needle}` : ''))
    return object([
      ['rows', list(rows)],
      ['total', String(size)],
      ['next', 'null'],
      ['errors', '[]'],
    ])
  },
  listOfLists: (draw, size, needle) => {
    const at = draw(size)
    const found = (i: number) => (i === at ? [str(needle)] : [])
    return list(times(size, (i) => list([...times(1 + draw(9), () => scalar(draw)), ...found(i)])))
  },
  strings: (draw, size, needle) => {
    const at = draw(size)
    return list(times(size, (i) => str(`${words(draw, 8)}${i === at ? ` ${needle}` : ''}`)))
  },
  byId: (draw, size, needle) => {
    const at = draw(size)
    return object(
      times(size, (i) => [`id-${i}`, row(draw, i, i === at ? ` ${needle}` : '')] as const),
    )
  },
  // One list in another, each with more than fits.
  grouped: (draw, size, needle) => {
    const at = draw(size * 3)
    const group = (g: number) =>
      object([
        ['path', str(`src/${words(draw, 1)}/${g}`)],
        [
          'matches',
          list(times(size, (i) => row(draw, i, g * size + i === at ? ` ${needle}` : ''))),
        ],
      ])
    return object([
      ['files', list(times(3, group))],
      ['notes', '["one","two"]'],
    ])
  },
  farBelow: (draw, size, needle) => {
    const at = draw(size)
    const nodes = list(times(size, (i) => row(draw, i, i === at ? ` ${needle}` : '')))
    const inner = object([
      ['nodes', nodes],
      ['totalCount', String(size)],
    ])
    const outer = object([
      ['repository', object([['issues', inner]])],
      ['warnings', '["old"]'],
    ])
    return object([['data', outer]])
  },
  // Members that are called as ours are.
  ownNames: (draw, size, needle) => {
    const at = draw(size)
    return object([
      ['count', '7'],
      ['note', str(words(draw, 3))],
      ['truncated', 'false'],
      ['artifactRef', 'null'],
      ['rows', list(times(size, (i) => row(draw, i, i === at ? ` ${needle}` : '')))],
    ])
  },
  settings: (draw, size, needle) => {
    const at = draw(size)
    const members = times(size, (i) => {
      const more = i === at ? ` ${needle}` : ''
      return [`option.${i}`, str(words(draw, 9) + more)] as const
    })
    return object([
      ['settings', object(members)],
      ['version', '3'],
    ])
  },
  table: (draw, size) =>
    object([
      ['columns', list(['id', 'name', 'when', 'value'].map(str))],
      [
        'rows',
        list(
          times(size, (i) => list([String(i), str(words(draw, 2)), scalar(draw), scalar(draw)])),
        ),
      ],
    ]),
  deep: (draw, size, needle) =>
    tree(draw, Math.min(14, 2 + Math.floor(Math.log2(size + 1))), needle),
  duplicates: (draw, size) =>
    `{"a":1,"items":${list(times(size, (i) => `{"k":${i},"k":${i + 1},"__proto__":${scalar(draw)}}`))},"a":2}`,
  longText: (draw, size) =>
    object([
      ['body', str(words(draw, size * 12))],
      ['pages', String(size)],
      ['empty', '[]'],
    ]),
  numbers: (draw, size) =>
    object([['values', list(times(size, () => NUMBERS[draw(NUMBERS.length)] ?? '0'))]]),
  twoLists: (draw, size, needle) =>
    object([
      ['open', list(times(size, (i) => row(draw, i, i === size >> 1 ? ` ${needle}` : '')))],
      ['closed', list(times(Math.ceil(size / 2), (i) => str(words(draw, 1 + (i % 9)))))],
      ['none', '[]'],
    ]),
}

const textBlock = (text: string): string =>
  object([
    ['type', '"text"'],
    ['text', str(text)],
  ])
const pretty = (json: string): string => json.replaceAll(/([,{[])(?=["{[])/g, '$1\n  ')

export function oddAnswers(seed: number, sizes: readonly number[]): readonly OddAnswer[] {
  const draw = random(seed)
  const found: OddAnswer[] = []
  const add = (
    tool: string,
    content: readonly string[],
    more: readonly (readonly [string, string])[],
    rest: Partial<OddAnswer> = {},
  ) => found.push({ tool, text: object([['content', list(content)], ...more]), ...rest })
  for (const [family, make] of Object.entries(DATA)) {
    for (const size of sizes) {
      const needle = `zebra${draw(900) + 100}`
      const data = make(draw, size, needle)
      const name = `${family}_${size}`
      const wanted = data.includes(needle) ? { needle, isDeep: family === 'deep' } : {}
      add(`${name}_text`, [textBlock(draw(2) ? pretty(data) : data)], [], wanted)
      add(`${name}_both`, [textBlock(data)], [['structuredContent', data]], wanted)
      add(`${name}_only`, [], [['structuredContent', data]], wanted)
    }
  }
  for (const size of sizes)
    for (const mixed of mixedBlocks(draw, size))
      add(`${mixed.tool}_${size}`, mixed.content, mixed.more)
  return found
}

function mixedBlocks(draw: Draw, size: number) {
  const long = times(size * 4, (i) => `${words(draw, 9)} ${i}`).join(draw(2) ? '\n' : '\r\n')
  const annotations: readonly [string, string] = [
    'annotations',
    '{"audience":["user"],"priority":0.9}',
  ]
  const link = (i: number) =>
    object([
      ['type', '"resource_link"'],
      ['uri', str(`file:///a/${i}`)],
      ['name', str(words(draw, 2))],
      annotations,
    ])
  const embedded = object([
    ['type', '"resource"'],
    [
      'resource',
      object([
        ['uri', '"file:///b"'],
        ['mimeType', '"text/plain"'],
        ['text', str(long)],
      ]),
    ],
  ])
  const blob = object([
    ['type', '"resource"'],
    [
      'resource',
      object([
        ['uri', '"file:///c"'],
        ['blob', str('QUJD'.repeat(size * 30))],
      ]),
    ],
  ])
  const image = object([
    ['type', '"image"'],
    ['mimeType', '"image/png"'],
    ['data', str('iVBO'.repeat(size * 20))],
  ])
  const said = object([
    ['type', '"text"'],
    ['text', str(long)],
    annotations,
    ['_meta', '{"n":1e400}'],
  ])
  const rows = list(times(size, (i) => row(draw, i)))
  const none: readonly (readonly [string, string])[] = []
  return [
    {
      tool: 'blocks',
      content: [said, image, link(1), textBlock(rows), blob, textBlock('the end')],
      more: none,
    },
    { tool: 'links', content: times(size, link), more: none },
    { tool: 'embedded', content: [embedded, textBlock('')], more: none },
    {
      tool: 'error',
      content: [textBlock(`${long}\nError: ${words(draw, 3)}`)],
      more: [['isError', 'true'] as const],
    },
    {
      tool: 'errorData',
      content: [textBlock(rows)],
      more: [
        ['isError', 'true'] as const,
        ['structuredContent', object([['rows', rows]])] as const,
      ],
    },
    {
      tool: 'meta',
      content: [textBlock('ok')],
      more: [['_meta', object([['trace', rows]])] as const],
    },
    {
      tool: 'otherText',
      content: [textBlock(long)],
      more: [['structuredContent', object([['rows', rows]])] as const],
    },
    {
      tool: 'mirrored',
      content: [textBlock(long)],
      more: [
        [
          'structuredContent',
          object([
            ['content', str(long)],
            ['lines', String(size * 4)],
          ]),
        ] as const,
      ],
    },
    { tool: 'oddText', content: [textBlock(ODD_TEXTS.join('').repeat(size * 3))], more: none },
  ]
}
