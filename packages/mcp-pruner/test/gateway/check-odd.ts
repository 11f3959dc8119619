// Puts a server of odd answers behind the gateway, requests each, and reports what is wrong with the results.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseExactJson, printJson } from '@jeeves/mcp-runtime'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { dataIn, type Original, viewProblems } from './exact-truth.js'
import type { OddAnswer } from './odd-answers.js'
import { countedBytes } from './shape-check.js'
import { openWire } from './wrapped.js'

export interface OddMode {
  readonly options: readonly string[]
  readonly maxBytes: number
  readonly client?: string
  readonly always?: boolean
  readonly strict?: boolean
  /** Too small for an item with an envelope around it. */
  readonly isTiny?: boolean
}

type Json = Record<string, unknown>

const withoutSeals = (line: string): string =>
  line.replaceAll(/⟦mcp-pruner#[0-9a-z]{5}: /g, '⟦mcp-pruner: ')

const QUESTION = (needle: string) => `Which one is about ${needle}?`

export async function checkOdd(
  folder: string,
  answers: readonly OddAnswer[],
  mode: OddMode,
  isAsked: boolean,
): Promise<{ readonly calls: number; readonly cut: number; readonly problems: readonly string[] }> {
  const wire = openWire({ server: serverOf(folder, answers), options: mode.options })
  await wire.initialize(mode.client ?? 'odd')
  wire.send({ method: 'notifications/initialized' })
  const problems: string[] = []
  let calls = 0
  let cut = 0
  try {
    for (const answer of answers) {
      const { tool, needle = 'zebra' } = answer
      const id = wire.start(tool, isAsked ? { context_focus_question: QUESTION(needle) } : {})
      const line = await wire.next((message) => message.id === id)
      calls++
      const sent = (parseExactJson(withoutSeals(line)) as Json)['result'] as Json | undefined
      const wrong = sent
        ? answerProblems(answer, sent, mode, isAsked)
        : [`is not a result: ${line.slice(0, 200)}`]
      const ref = sent && /ax:\/\/[a-z][a-z0-9-]*\/[A-Za-z0-9._-]+/.exec(printJson(sent))?.[0]
      if (ref) {
        cut++
        const { result, error } = await wire.request('resources/read', { uri: ref })
        const whole = result?.contents[0]?.text as string | undefined
        if (whole === undefined || !isWhole(whole, answer.text))
          wrong.push(`is not recovered: ${JSON.stringify(error ?? whole).slice(0, 200)}`)
      }
      problems.push(...wrong.map((problem) => `${tool}${isAsked ? '?' : ''} ${problem}`))
    }
  } finally {
    await wire.end()
  }
  return { calls, cut, problems }
}

function isWhole(whole: string, text: string): boolean {
  const original = parseExactJson(text) as Json
  const texts = textsIn(original)
  if (texts.includes(whole) || whole === text) return true
  const data = dataIn(whole)
  if (data === undefined) return texts.join('\n') === whole
  const printed = printJson(data)
  return (
    [original['structuredContent'], original].some(
      (value) => value !== undefined && printJson(value) === printed,
    ) ||
    (printed.startsWith('{"type":"image"') && text.includes(whole))
  )
}

const textsIn = ({ content }: Json): string[] =>
  (content as { text?: string; resource?: { text?: string } }[]).flatMap(
    ({ text, resource }) => text ?? resource?.text ?? [],
  )

function answerProblems(
  { text, schema, isStubborn, least = 0, needle, isDeep }: OddAnswer,
  sent: Json,
  mode: OddMode,
  isAsked: boolean,
): string[] {
  const original = parseExactJson(text) as Json
  const wrong: string[] = []
  const bytes = countedBytes(JSON.parse(printJson(sent)) as Json)
  const most = isStubborn ? Math.max(mode.maxBytes * 2, Buffer.byteLength(text)) : mode.maxBytes
  if (bytes >= Math.max(most, least))
    wrong.push(`has ${bytes} bytes of ${countedBytes(JSON.parse(text) as Json)}`)
  const isSmall = Buffer.byteLength(text) < mode.maxBytes
  const isPassed = !mode.always && !mode.strict && !mode.client && !isAsked
  if (isSmall && isPassed && printJson(sent) !== printJson(original))
    wrong.push('was small and is changed')
  if (Boolean(sent['isError']) !== Boolean(original['isError'])) wrong.push('has another isError')
  const texts = textsIn(sent)
  const { structuredContent } = sent
  if (
    schema &&
    !mode.client &&
    structuredContent !== undefined &&
    !isValid(schema, structuredContent)
  )
    wrong.push('is not valid')
  if (schema && !mode.client && structuredContent === undefined)
    wrong.push('has no structured value')
  if (mode.client && structuredContent !== undefined) wrong.push('is sent a structured value')
  const isError = original['isError'] === true
  const known: Original = {
    isError,
    values: [
      original['structuredContent'],
      ...textsIn(original).map(dataIn),
      original['_meta'],
    ].filter((value) => value !== undefined),
    texts: [
      ...textsIn(original),
      ...(original['structuredContent'] ? [printJson(original['structuredContent'])] : []),
    ],
    wholeView: (view) =>
      structuredContent !== undefined && view === printJson(structuredContent) && !isStubborn
        ? view
        : texts.join('\n') + view,
  }
  for (const view of texts)
    wrong.push(
      ...viewProblems(view, isError ? 'lines' : 'text', known).map((problem) => `text: ${problem}`),
    )
  if (structuredContent !== undefined) {
    wrong.push(
      ...viewProblems(printJson(structuredContent), 'value', known).map(
        (problem) => `value: ${problem}`,
      ),
    )
  }
  if (
    isAsked &&
    needle &&
    !mode.isTiny &&
    !(isDeep && (mode.strict || mode.always)) &&
    ![...texts, printJson(structuredContent ?? null)].some((view) => view.includes(needle))
  ) {
    wrong.push(`does not show ${needle}`)
  }
  return wrong
}

function isValid(schema: object, value: unknown): boolean {
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  return ajv.validate(schema, JSON.parse(printJson(value)))
}

function serverOf(folder: string, answers: readonly OddAnswer[]): readonly string[] {
  const file = join(folder, `odd-${answers.length}-${process.pid}.mjs`)
  writeFileSync(
    file,
    `import { createInterface } from 'node:readline'
const answers = new Map(${JSON.stringify(answers.map(({ tool, text, schema }) => [tool, { text, schema }]))})
const send = (id, text) => process.stdout.write('{"jsonrpc":"2.0","id":' + JSON.stringify(id) + ',"result":' + text + '}\\n')
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (method === 'initialize') send(id, JSON.stringify({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'odd', version: '1' } }))
  else if (method === 'tools/list') send(id, JSON.stringify({ tools: [...answers].map(([name, { schema }]) => ({ name, inputSchema: { type: 'object' }, ...(schema && { outputSchema: schema }) })) }))
  else if (method === 'tools/call') send(id, answers.get(params.name).text)
  else if (id !== undefined) process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } }) + '\\n')
})`,
  )
  return ['node', file]
}
