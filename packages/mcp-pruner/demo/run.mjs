// What an agent gets: starts the server with the official client, asks `read` a question about a file of
// this repository, and gets a cut range back.
import { fileURLToPath } from 'node:url'
import { estimateTokens } from '@jeeves/pruner'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url))
const SERVER = fileURLToPath(new URL('../dist/index.js', import.meta.url))
const FILE = 'packages/mcp-pruner/test/http/rpc.test.ts'
const QUESTION = 'What is answered to an empty batch?'

const client = new Client({ name: 'demo', version: '1' })
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [SERVER],
    env: { ...process.env, MCP_PRUNER_CWD: REPOSITORY, MCP_PRUNER_LOG_LEVEL: 'error' },
    stderr: 'inherit',
  }),
)
const read = (args) => client.callTool({ name: 'read', arguments: { file_path: FILE, ...args } })
const textOf = (result) => result.content[0].text

const whole = textOf(await read({}))
const answer = await read({ context_focus_question: QUESTION })
const { prune_id, original_lines, kept_lines } = answer.structuredContent.pruning
heading(`read ${FILE}`, `context_focus_question: ${QUESTION}`)
console.log(textOf(answer))

const [, first, last] = /… lines (\d+)-(\d+) cut/.exec(textOf(answer)) ?? []
const ranges = [{ start_line: Number(first), end_line: Number(last) }]
const recovered = await client.callTool({
  name: 'recover_text',
  arguments: { prune_id, ranges, include_line_numbers: true },
})
heading('recover_text', `the first cut, lines ${first}-${last}`)
console.log(textOf(recovered))

const [before, after] = [whole, textOf(answer)].map(estimateTokens)
heading('saved')
console.log(
  `${before} tokens for the whole file, ${after} for the answer (estimated): ${percent(1 - after / before)} less.`,
)
console.log(`${kept_lines} of ${original_lines} lines kept, each as it stands in the file.`)
await client.close()

function heading(title, subtitle = '') {
  console.log(`\n\u001B[1m${title}\u001B[0m ${subtitle}\n`)
}

function percent(share) {
  return `${Math.round(share * 100)} %`
}
