// What the gateway adds to a tool list is paid for in every request to the model, so it is bounded.
import { tmpdir } from 'node:os'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { connect, direct, PLAYWRIGHT, serverFromNpm } from './wrapped.js'

type Tools = { name: string; inputSchema: { properties?: Record<string, unknown> } }[]

const tokens = (tools: Tools): number => countTokens(JSON.stringify(tools))

/** The same tools with only some of the added parameters. */
const withOnly = (tools: Tools, dropped: readonly string[]): Tools =>
  tools.map((tool) => {
    const { properties = {} } = tool.inputSchema
    const kept = Object.entries(properties).filter(([name]) => !dropped.includes(name))
    return { ...tool, inputSchema: { ...tool.inputSchema, properties: Object.fromEntries(kept) } }
  })

test.each([
  ['filesystem', serverFromNpm('filesystem', tmpdir())],
  ['memory', serverFromNpm('memory')],
  ['playwright', PLAYWRIGHT],
])(
  '%s: at most 8 %% for the question, 18 %% with all three',
  async (_, server) => {
    const bare = await direct(server)
    const gateway = await connect({ server })
    const before = tokens((await bare.listTools()).tools as Tools)
    const { tools } = await gateway.client.listTools()
    const own = (tools as Tools).filter(({ name }) => name !== 'artifact_read')
    expect(own).toHaveLength((await bare.listTools()).tools.length)
    const question = tokens(withOnly(own, ['fields', 'max_tokens'])) / before - 1
    const all = tokens(own) / before - 1
    expect(question).toBeGreaterThan(0)
    expect(question).toBeLessThanOrEqual(0.08)
    expect(all).toBeLessThanOrEqual(0.18)
    await gateway.close()
    await bare.close()
  },
  60_000,
)
