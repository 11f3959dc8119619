// node bench/replay/count-bill.mjs FOLDER...
//
// What recorded sessions cost, counted by a program that shares nothing with `mcp-pruner replay`: its own reading of
// the files, its own few prices. It prints dollars by client and model beside what the built command says.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const COMMAND = fileURLToPath(new URL('../../packages/mcp-pruner/dist/index.js', import.meta.url))

/** Dollars per million: input, output, read, write for five minutes, write for an hour. */
const PRICES = [
  [/^claude-opus-4-(?:0|1|2025)/, 15, 75, 1.5, 18.75, 30],
  [/^claude-opus-5-5/, 4, 20, 0.2, 5, 8],
  [/^claude-opus/, 5, 25, 0.5, 6.25, 10],
  [/^claude-sonnet-5-5/, 2, 10, 0.1, 2.5, 4],
  [/^claude-sonnet-5/, 2, 10, 0.2, 2.5, 4],
  [/^claude-(?:sonnet|3-[57]-sonnet)/, 3, 15, 0.3, 3.75, 6],
  [/^claude-haiku-4/, 1, 5, 0.1, 1.25, 2],
  [/^gpt-5\.5/, 5, 30, 0.5, 5, 5],
  [/^gpt-5\.4(?!-)/, 2.5, 15, 0.25, 2.5, 2.5],
  [/^gpt-5\.[23]/, 1.75, 14, 0.175, 1.75, 1.75],
  [/^gpt-5(?:\.1)?(?:-codex)?(?:-max)?$/, 1.25, 10, 0.125, 1.25, 1.25],
]

const filesUnder = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
    .map((entry) => join(entry.parentPath, entry.name))

function linesOf(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        const value = JSON.parse(line)
        return typeof value === 'object' && value !== null ? [value] : []
      } catch {
        return []
      }
    })
}

/** The last figures of each message, in the order in which the messages began. */
function claudeRequests(lines) {
  const byId = new Map()
  for (const { type, message } of lines) {
    if (type !== 'assistant' || !message?.usage) continue
    const { usage, model } = message
    const hour = usage.cache_creation?.ephemeral_1h_input_tokens ?? 0
    const request = {
      model,
      plain: usage.input_tokens ?? 0,
      read: usage.cache_read_input_tokens ?? 0,
      hour,
      write: (usage.cache_creation_input_tokens ?? 0) - hour,
      output: usage.output_tokens ?? 0,
    }
    if (request.plain + request.read + request.hour + request.write + request.output > 0) {
      byId.set(message.id ?? Symbol('no id'), request)
    }
  }
  return [...byId.values()]
}

function codexRequests(lines) {
  const requests = []
  let model
  let seen
  for (const { type, payload } of lines) {
    if (type === 'turn_context') model = payload?.model ?? model
    const info = payload?.type === 'token_count' ? payload.info : undefined
    const total = JSON.stringify(info?.total_token_usage)
    if (!info?.last_token_usage || total === seen) continue
    seen = total
    const {
      input_tokens: input = 0,
      cached_input_tokens: read = 0,
      output_tokens: output = 0,
    } = info.last_token_usage
    requests.push({ model, plain: input - read, read, hour: 0, write: 0, output })
  }
  return requests
}

function dollars({ model, plain, read, hour, write, output }) {
  const price = PRICES.find(([name]) => name.test(model ?? ''))
  if (!price) return undefined
  const [, input, out, cached, written, writtenHour] = price
  return (plain * input + output * out + read * cached + write * written + hour * writtenHour) / 1e6
}

const files = process.argv.slice(2).flatMap(filesUnder)
const sums = new Map()
const add = (name, cost) => {
  const sum = sums.get(name) ?? { dollars: 0, requests: 0 }
  sum.dollars += cost
  sum.requests += 1
  sums.set(name, sum)
}
const unknown = new Set()
for (const file of files) {
  const lines = linesOf(file)
  const isCodex = lines.some(({ payload }) => payload !== undefined)
  for (const request of isCodex ? codexRequests(lines) : claudeRequests(lines)) {
    const cost = dollars(request)
    if (cost === undefined) unknown.add(String(request.model))
    else {
      add(isCodex ? 'codex' : 'claude', cost)
      add(String(request.model), cost)
    }
  }
}
const told = JSON.parse(
  execFileSync(process.execPath, [COMMAND, 'replay', '--json', ...process.argv.slice(2)], {
    encoding: 'utf8',
    maxBuffer: 1e9,
  }),
)
const ours = { ...told.costByClient, ...told.costByModel }
console.log('| | requests, this script | requests, replay | bill, this script | bill, replay |')
console.log('|---|---|---|---|---|')
for (const [name, { dollars: bill, requests }] of sums) {
  const other = ours[name]
  console.log(
    `| ${name} | ${requests} | ${other?.requests ?? '–'} | $${bill.toFixed(4)} | $${other?.recorded.toFixed(4) ?? '–'} |`,
  )
}
if (unknown.size > 0) console.log(`\nnot priced by this script: ${[...unknown].join(', ')}`)
