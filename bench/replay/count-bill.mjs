// node bench/replay/count-bill.mjs FOLDER...
//
// What recorded sessions cost, counted by a program that shares nothing with `mcp-pruner replay`: its own reading of
// the files, its own few prices. It prints the tables of bench/results/replay.md: what the built command reports by
// client, model and kind of call, and both bills side by side.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const COMMAND = fileURLToPath(new URL('../../packages/mcp-pruner/dist/index.js', import.meta.url))

/** Dollars per million: input, output, read, write for five minutes, write for an hour. */
const PRICES = [
  [/^claude-opus-4-(?:0|1$|1-|2025)/, 15, 75, 1.5, 18.75, 30],
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
  [/^gemini-3-flash/, 0.5, 3, 0.05, 0.5, 0.5],
  [/^gemini-3/, 2, 12, 0.2, 2, 2],
]
/** Input tokens of a request above which a model costs more, and the prices then. */
const LONG = [
  [/^gemini-3(?!-flash)/, 200_000, 4, 18, 0.4, 4, 4],
  [/^gpt-5\.5(?!-)/, 272_000, 10, 45, 1, 10, 10],
  [/^gpt-5\.4(?!-)/, 272_000, 5, 22.5, 0.5, 5, 5],
]

const filesUnder = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.jsonl?$/.test(entry.name))
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

/** `opencode export`: each step is a request, whose input does not count what came from the cache. */
function opencodeRequests({ messages }) {
  return messages.flatMap(({ info, parts }) =>
    parts.flatMap(({ type, tokens }) => {
      if (type !== 'step-finish' || !tokens) return []
      const { input, output, reasoning, cache } = tokens
      if (input + output + reasoning + cache.read + cache.write === 0) return []
      return {
        model: info.modelID,
        plain: input,
        read: cache.read,
        hour: 0,
        write: cache.write,
        output: output + reasoning,
      }
    }),
  )
}

/** Gemini CLI: input counts what came from the cache, output does not count thoughts. */
function geminiRequests({ messages }) {
  return messages.flatMap(({ tokens, model }) =>
    tokens
      ? {
          model,
          plain: tokens.input - tokens.cached,
          read: tokens.cached,
          hour: 0,
          write: 0,
          output: tokens.output + tokens.thoughts,
        }
      : [],
  )
}

function dollars({ model, plain, read, hour, write, output }) {
  const asked = plain + read + hour + write
  const long = LONG.find(([name, above]) => name.test(model ?? '') && asked > above)
  const price = long ? [long[0], ...long.slice(2)] : PRICES.find(([name]) => name.test(model ?? ''))
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
  const [client, requests] = requestsIn(file)
  for (const request of requests) {
    const cost = dollars({ ...request, model: request.model?.replace(/(\d)\.(\d)$/, dashed) })
    if (cost === undefined) unknown.add(String(request.model))
    else {
      add(client, cost)
      add(String(request.model), cost)
    }
  }
}

/** Claude's models are written `claude-opus-4.6` by some, `claude-opus-4-6` by their maker. */
function dashed(version, major, minor, at, name) {
  return name.startsWith('claude') ? `${major}-${minor}` : version
}

function requestsIn(file) {
  if (file.endsWith('.json')) {
    const whole = JSON.parse(readFileSync(file, 'utf8'))
    return whole.info ? ['opencode', opencodeRequests(whole)] : ['gemini', geminiRequests(whole)]
  }
  const lines = linesOf(file)
  const isCodex = lines.some(({ payload }) => payload !== undefined)
  return isCodex ? ['codex', codexRequests(lines)] : ['claude', claudeRequests(lines)]
}
const told = JSON.parse(
  execFileSync(process.execPath, [COMMAND, 'replay', '--json', ...process.argv.slice(2)], {
    encoding: 'utf8',
    maxBuffer: 1e9,
  }),
)
const money = (sum) => `${sum < 0 ? '−' : ''}$${Math.abs(sum).toFixed(Math.abs(sum) < 0.1 ? 4 : 2)}`
const share = (part, whole) =>
  `${((100 * part) / Math.max(whole, 1e-9)).toFixed(1).replace('-', '−')} %`
const count = (number) => Math.round(number).toLocaleString('en-US')
const line = (cells) => `| ${cells.join(' | ')} |`
const table = (heads, rows) => {
  console.log([line(heads), line(heads.map(() => '---')), ...rows.map(line), ''].join('\n'))
}
const costRow = (name, { recorded, saved, savedLow, savedHigh, requests }) => [
  name,
  money(recorded),
  money(saved),
  money(savedLow),
  money(savedHigh),
  share(saved, recorded),
  count(requests),
]
const { costByClient, costByModel, byKind, total, cost, bySaving, repeats } = told
table(
  ['', 'bill', 'saved', 'low', 'high', 'of the bill', 'requests'],
  [
    costRow(`**all, ${cost.sessions} sessions**`, cost),
    ...Object.entries(costByClient).map(([name, sum]) => costRow(`**${name}**`, sum)),
    ...Object.entries(costByModel).map(([name, sum]) => costRow(name, sum)),
  ],
)
table(
  ['lever', 'saved', 'outputs', 'pruned', 'raw tokens', 'shown', 'used lines', 'cut of them'],
  [...Object.entries(byKind), ['all', total]]
    .filter(([, sum]) => sum.pruned > 0)
    .map(([name, sum]) => [
      name,
      money(sum.saved),
      count(sum.outputs),
      count(sum.pruned),
      count(sum.raw),
      share(sum.shown, sum.raw),
      count(sum.used),
      count(sum.usedCut),
    ]),
)
console.log(
  `${bySaving.map(({ label, sessions }) => `${label}: ${sessions}`).join(', ')}. Needed lines cut in ${total.missed} of ${total.pruned} pruned outputs.\n`,
)
console.log(
  `Marks for repeats: another ${money(repeats.saved)} (${share(repeats.saved, cost.recorded)} of the bill), ${count(repeats.tokens)} tokens (${share(repeats.tokens, total.raw)} of the raw ones) in ${count(repeats.outputs)} outputs.\n`,
)
const ours = { ...costByClient, ...costByModel }
table(
  ['', 'requests, script', 'requests, replay', 'bill, script', 'bill, replay'],
  [...sums].map(([name, { dollars: bill, requests }]) => [
    name,
    requests,
    ours[name]?.requests ?? '–',
    `$${bill.toFixed(4)}`,
    ours[name] ? `$${ours[name].recorded.toFixed(4)}` : '–',
  ]),
)
if (unknown.size > 0) console.log(`\nnot priced by this script: ${[...unknown].join(', ')}`)
