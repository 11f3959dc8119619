// Seed 002's success table, on a server with all of its tools, answering as it did before: largest and average
// answer, summaries, and the budgets by category. Each figure is shown next to what the server sent.
import { resolve } from 'node:path'
import { printTable } from '../lib/table.js'
import { connect, wrapped } from './servers.js'

const SERVER = resolve(
  import.meta.dirname,
  '../../packages/mcp-pruner/test/gateway/automatosx-server.mjs',
)

/** The first that matches applies. */
const BUDGETS: readonly (readonly [category: string, bytes: number, tool: RegExp])[] = [
  ['execution', 3072, /^(agent|workflow)_run$/],
  ['list', 2048, /_list$/],
  ['status', 1536, /^(session_status|trace_get)$/],
  ['scan', 2048, /^(bugfix|refactor)_scan$/],
  ['config, memory', 1536, /^(config|memory)_/],
  ['others', 10_240, /./],
]

interface Answer {
  readonly tool: string
  readonly before: number
  readonly after: number
  readonly summary: string | undefined
  readonly isWhole: boolean
}

const bytesOf = (result: unknown): number => Buffer.byteLength(JSON.stringify(result))

async function answers(contract: readonly string[]): Promise<readonly Answer[]> {
  const direct = await connect(['node', SERVER])
  const gateway = await connect(wrapped(['node', SERVER], '--preset', 'automatosx', ...contract))
  const { tools } = await direct.client.listTools()
  const found: Answer[] = []
  for (const { name } of tools) {
    const before = await direct.client.callTool({ name, arguments: {} })
    const after = await gateway.client.callTool({ name, arguments: {} })
    const [first] = after['content'] as { text?: string }[]
    const envelope = JSON.parse(first?.text ?? '{}') as { summary?: string; artifactRef?: string }
    const { artifactRef: ref, summary } = envelope
    const whole = ref && (await gateway.client.readResource({ uri: ref }))
    const kept = whole && (whole.contents[0] as { text: string }).text
    const [sent] = before['content'] as { text?: string }[]
    const isWhole = ref === undefined || kept === sent?.text
    found.push({ tool: name, before: bytesOf(before), after: bytesOf(after), summary, isWhole })
  }
  await direct.client.close()
  await gateway.client.close()
  return found
}

const largest = (sizes: readonly number[]): number => Math.max(...sizes)
const average = (sizes: readonly number[]): number =>
  Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length)

export async function automatosxTables(): Promise<void> {
  const found = await answers(['--contract', 'always'])
  const before = found.map((answer) => answer.before)
  const after = found.map((answer) => answer.after)
  printTable([
    {
      metric: 'tools called',
      'as sent': found.length,
      'behind the gateway': found.length,
      target: '',
    },
    {
      metric: 'largest answer, bytes',
      'as sent': largest(before),
      'behind the gateway': largest(after),
      target: 'under 10,240',
    },
    {
      metric: 'average answer, bytes',
      'as sent': average(before),
      'behind the gateway': average(after),
      target: 'under 3,072',
    },
    {
      metric: 'with a summary of at most 100 characters',
      'as sent': 0,
      'behind the gateway': found.filter(({ summary }) => summary && summary.length <= 100).length,
      target: 'all',
    },
    {
      metric: 'recovered exactly where cut',
      'as sent': '',
      'behind the gateway': found.filter(({ isWhole }) => isWhole).length,
      target: 'all',
    },
  ])
  console.log()
  printTable(
    BUDGETS.map(([category, budget]) => {
      const own = found.filter(
        ({ tool }) => BUDGETS.find(([, , name]) => name.test(tool))?.[0] === category,
      )
      return {
        category,
        tools: own.length,
        'largest as sent': largest(own.map((answer) => answer.before)),
        'largest behind the gateway': largest(own.map((answer) => answer.after)),
        budget,
        'within it': own.filter((answer) => answer.after < budget).length,
      }
    }),
  )
}
