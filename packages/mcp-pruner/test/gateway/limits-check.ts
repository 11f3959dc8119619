// Calls a server's tools directly and through the gateway, and says what is wrong with the gateway's answers:
// what is false, unsaid, lost, invalid or too large.
import { isDeepStrictEqual } from 'node:util'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { visible, visibleJson } from '../../src/process/visible-text.js'
import { type Shape, shapeProblems } from './shape-check.js'
import { dataOf, type Json, shownTexts, untruths } from './truth-check.js'
import { connect, connectModern, direct } from './wrapped.js'

export type Args = Record<string, unknown>

export interface Plan {
  readonly server: readonly string[]
  readonly env?: Record<string, string>
  /** Arguments of each tool; tools that are not named are called once, without any. */
  readonly args: Readonly<Record<string, readonly Args[]>>
  /** The only tools that are called. */
  readonly only?: readonly string[]
  /** Tools that cannot be called on their own. */
  readonly without?: readonly string[]
  /** Tools whose schema allows no value within the byte limit. */
  readonly stubborn?: readonly string[]
  /** Tools whose answers differ from call to call. */
  readonly fickle?: readonly string[]
  /** Tools whose schema asks for more levels, items or characters than the limits on data. */
  readonly typed?: readonly string[]
}

export interface Mode {
  readonly name: string
  readonly options: readonly string[]
  readonly maxBytes: number
  readonly strict?: boolean
  readonly always?: boolean
  /** What the client calls itself; an agent is sent text. */
  readonly client?: string
}

export interface Findings {
  readonly calls: number
  readonly cut: number
  /** Answers over the byte limit because their schema allows nothing smaller. */
  readonly excused: number
  readonly problems: readonly string[]
}

export async function checkLimits(plan: Plan, mode: Mode): Promise<Findings> {
  const { server, env = {}, args, without = [], fickle = [] } = plan
  const bare = await direct(server, env)
  const { client, close } = await connect({
    server,
    env,
    options: mode.options,
    ...(mode.client && { name: mode.client }),
  })
  const modern = await connectModern({
    server,
    env,
    options: mode.options,
    ...(mode.client && { name: mode.client }),
  })
  const problems: string[] = []
  let [calls, cut, excused] = [0, 0, 0]
  try {
    await modern.listTools()
    const { tools } = await client.listTools()
    for (const { name } of tools) {
      if (without.includes(name) || name === 'artifact_read') continue
      if (plan.only && !plan.only.includes(name)) continue
      for (const given of args[name] ?? [{}]) {
        const original = (await bare.callTool({ name, arguments: given })) as Json
        // The SDK's client refuses an answer that is not valid for the tool's output schema.
        const answer = (await client.callTool({ name, arguments: given })) as Json
        calls++
        const isStubborn = plan.stubborn?.includes(name) === true
        if (isStubborn) excused++
        const shape: Shape = { ...mode, isTyped: plan.typed?.includes(name) === true, isStubborn }
        const wrong = shapeProblems(original, answer, shape)
        const refs = refsIn(answer)
        if (refs.length > 0) cut++
        if (!fickle.includes(name)) {
          wrong.push(...untruths(original, answer, isStubborn))
          wrong.push(...(await recoveryProblems(client, refs, original, answer, mode)))
        }
        // So does the 2.x client, by a validator of its own.
        await modern.callTool({ name, arguments: given }).catch((error: unknown) => {
          wrong.push(`is refused by the 2.x client: ${String(error)}`)
        })
        if (answer['isError'] !== original['isError']) wrong.push('has another isError')
        const where = `${mode.name}: ${name} ${JSON.stringify(given).slice(0, 100)}`
        problems.push(...wrong.map((problem) => `${where} ${problem}`))
      }
    }
  } finally {
    await close()
    await modern.close()
    await bare.close()
  }
  return { calls, cut, excused, problems }
}

const refsIn = (value: unknown): readonly string[] => [
  ...new Set(JSON.stringify(value).match(/ax:\/\/[a-z][a-z0-9-]*\/[A-Za-z0-9._-]+/g)),
]

/** What was cut is recovered exactly; what was not is as it was. */
async function recoveryProblems(
  client: Client,
  refs: readonly string[],
  original: Json,
  answer: Json,
  { always, client: agent }: Mode,
): Promise<string[]> {
  const [ref, ...others] = refs
  if (ref === undefined) {
    const isSame = always || agent ? true : isDeepStrictEqual(answer, original)
    return isSame ? [] : ['is changed without a reference']
  }
  if (others.length > 0) return [`has the references ${refs.join(' and ')}`]
  const { contents } = await client.readResource({ uri: ref })
  const whole = (contents[0] as { text: string }).text
  const found = isWhole(whole, original) ? [] : ['is not recovered exactly']
  const text = await readPages(client, ref)
  // A model is shown what is there, also where that is a control character.
  const seen = agent ? (dataOf(whole) ? visibleJson : visible)(whole) : whole
  return text === seen ? found : [...found, 'is not recovered exactly page by page']
}

/** The whole is the text that was cut, or the structured value, or everything that was sent. */
function isWhole(whole: string, original: Json): boolean {
  const texts = shownTexts({ ...original, structuredContent: undefined })
  if (texts.includes(whole)) return true
  const value = dataOf(whole)
  return (
    isDeepStrictEqual(value, original['structuredContent']) || isDeepStrictEqual(value, original)
  )
}

async function readPages(client: Client, ref: string): Promise<string> {
  let text = ''
  for (let page = 1; ; page++) {
    const result = await client.callTool({ name: 'artifact_read', arguments: { ref, page } })
    const [part, note] = result['content'] as { text?: string }[]
    text += part?.text
    if (!note?.text?.includes(`page=${page + 1}`)) return text
  }
}
