// Calls a server's tools directly and through the gateway, and says what is wrong with the gateway's answers.
import { isDeepStrictEqual } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { connect } from './wrapped.js'

export type Args = Record<string, unknown>
type Json = Record<string, unknown>
interface Block {
  type: string
  text?: string
  data?: string
  resource?: { text?: string; blob?: string }
}

const CLAUDE_SAFE = { bytes: 10_240, items: 10, characters: 500, levels: 4 }

export interface Plan {
  readonly server: readonly string[]
  readonly env?: Record<string, string>
  /** Arguments of each tool; tools that are not named are called once, without any. */
  readonly args: Readonly<Record<string, readonly Args[]>>
  /** Tools that cannot be called on their own. */
  readonly without?: readonly string[]
  /** Tools whose schema allows no value within the byte limit. */
  readonly stubborn?: readonly string[]
  /** Tools whose answers differ from call to call. */
  readonly fickle?: readonly string[]
  /** Tools whose schema asks for more levels, items or characters than the limits on data. */
  readonly typed?: readonly string[]
}

export interface Findings {
  readonly calls: number
  readonly cut: number
  readonly problems: readonly string[]
}

export async function checkLimits(plan: Plan): Promise<Findings> {
  const { server, env = {}, args, without = [] } = plan
  const bare = await direct(server, env)
  const { client, close } = await connect({ server, env })
  const problems: string[] = []
  let calls = 0
  let cut = 0
  try {
    const { tools } = await client.listTools()
    for (const { name } of tools) {
      if (without.includes(name) || name === 'artifact_read') continue
      for (const given of args[name] ?? [{}]) {
        // The SDK's client refuses an answer that is not valid for the tool's output schema.
        const original = (await bare.callTool({ name, arguments: given })) as Json
        const answer = (await client.callTool({ name, arguments: given })) as Json
        calls++
        const wrong = [...limitProblems(name, answer, plan)]
        const refs = refsIn(answer)
        if (refs.length > 0) {
          cut++
          wrong.push(
            ...(await recoveryProblems(
              client,
              refs,
              plan.fickle?.includes(name) ? undefined : original,
            )),
          )
        } else if (!plan.fickle?.includes(name) && !isDeepStrictEqual(answer, original)) {
          wrong.push('is changed without a reference')
        }
        if (answer['isError'] !== original['isError']) wrong.push('has another isError')
        const where = `${name} ${JSON.stringify(given).slice(0, 100)}`
        problems.push(...wrong.map((problem) => `${where} ${problem}`))
      }
    }
  } finally {
    await close()
    await bare.close()
  }
  return { calls, cut, problems }
}

async function direct(server: readonly string[], env: Record<string, string>): Promise<Client> {
  const [command = '', ...args] = server
  const client = new Client({ name: 'gateway-test', version: '1.0.0' })
  const environment = { ...(process.env as Record<string, string>), ...env }
  await client.connect(
    new StdioClientTransport({ command, args, env: environment, stderr: 'ignore' }),
  )
  return client
}

const blocksOf = (result: Json): readonly Block[] => result['content'] as Block[]
const textsOf = (result: Json): readonly string[] =>
  blocksOf(result).flatMap(({ text, resource }) => text ?? resource?.text ?? [])

/** Binary payloads pass; everything else counts. */
function countedBytes(result: Json): number {
  const binary = blocksOf(result).map(({ type, data, resource }) =>
    type === 'resource' ? resource?.blob : data,
  )
  const uncounted = binary.reduce((sum, payload) => sum + (payload?.length ?? 0), 0)
  return Buffer.byteLength(JSON.stringify(result)) - uncounted
}

function limitProblems(name: string, answer: Json, { stubborn = [], typed = [] }: Plan): string[] {
  if (stubborn.includes(name)) return []
  const bytes = countedBytes(answer)
  const found = bytes < CLAUDE_SAFE.bytes ? [] : [`has ${bytes} bytes`]
  if (typed.includes(name)) return found
  const texts = textsOf(answer)
  const data = answer['isError'] ? [] : texts.flatMap((text) => dataOf(text) ?? [])
  const values = [...data, answer['structuredContent']]
  return [...found, ...values.flatMap((value) => violations(value, new Set(texts)))]
}

/** Everything in a value that breaks a limit on data. */
function violations(value: unknown, texts: ReadonlySet<string>, level = 1, path = ''): string[] {
  if (typeof value === 'string') {
    const isLong = value.length > CLAUDE_SAFE.characters && !texts.has(value)
    return isLong ? [`has ${value.length} characters at ${path}`] : []
  }
  if (typeof value !== 'object' || value === null) return []
  const entries = Object.entries(value)
  const found = entries.flatMap(([key, item]) =>
    violations(item, texts, level + 1, `${path}/${key}`),
  )
  if (Array.isArray(value) && value.length > CLAUDE_SAFE.items)
    found.push(`has ${value.length} items at ${path}`)
  if (entries.length > 0 && level >= CLAUDE_SAFE.levels)
    found.push(`is ${level + 1} levels deep at ${path}`)
  return found
}

function dataOf(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

const refsIn = (value: unknown): readonly string[] => [
  ...new Set(JSON.stringify(value).match(/ax:\/\/[a-z][a-z0-9-]*\/[A-Za-z0-9._-]+/g)),
]

async function recoveryProblems(
  client: Client,
  refs: readonly string[],
  original: Json | undefined,
): Promise<string[]> {
  const [ref = '', ...others] = refs
  if (others.length > 0) return [`has the references ${refs.join(' and ')}`]
  const { contents } = await client.readResource({ uri: ref })
  const whole = (contents[0] as { text: string }).text
  const found =
    original === undefined || isWhole(whole, original) ? [] : ['is not recovered exactly']
  const { text, oversized } = await readPages(client, ref)
  if (text !== whole) found.push('is not recovered exactly page by page')
  return oversized ? [...found, 'has pages over the limit'] : found
}

/** The whole is the text that was cut, or the structured value, or everything that was sent. */
function isWhole(whole: string, original: Json): boolean {
  const structured = JSON.stringify(original['structuredContent'])
  if (textsOf(original).includes(whole) || whole === structured) return true
  return isDeepStrictEqual(dataOf(whole), original)
}

async function readPages(
  client: Client,
  ref: string,
): Promise<{ text: string; oversized: boolean }> {
  let text = ''
  let oversized = false
  for (let page = 1; ; page++) {
    const result = (await client.callTool({
      name: 'artifact_read',
      arguments: { ref, page },
    })) as Json
    oversized ||= countedBytes(result) >= CLAUDE_SAFE.bytes
    const [part, note] = blocksOf(result)
    text += part?.text
    if (!note?.text?.includes(`page=${page + 1}`)) return { text, oversized }
  }
}
