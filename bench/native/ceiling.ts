// pnpm bench:native:ceiling FILE FOLDER…
//
// Whole recorded sessions: what the hooks save of tool output and of the bill, by client and by kind of output, beside
// the most that anyone could: a perfect chooser, who shows exactly the lines that the agent used later, with marks.
import { readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { MIN_OUTPUT_SIZE } from '@jeeves/mcp-pruner/replay'
import { printTable } from '../lib/table.js'
import { type SessionOutput, type SessionOutputs, sessionOutputs } from './session-outputs.js'

const paths = process.argv.slice(2)
if (paths.length === 0) {
  console.error('usage: pnpm bench:native:ceiling FILE FOLDER…')
  process.exit(2)
}

const filesUnder = (path: string): string[] =>
  statSync(path).isFile()
    ? [path]
    : readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => /\.jsonl?$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name))

const sessions: (SessionOutputs & { readonly file: string })[] = []
for (const file of paths.flatMap(filesUnder).toSorted()) {
  const session = await sessionOutputs(file)
  if (session) sessions.push({ ...session, file })
}

const percent = (part: number, whole: number, digits = 1): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(digits)} %`
const sum = (outputs: readonly SessionOutput[], field: (one: SessionOutput) => number): number =>
  outputs.reduce((all, one) => all + field(one), 0)

const clients = [...new Set(sessions.map(({ client }) => client))].toSorted()
const ofClient = (client: string) => {
  const own = sessions.filter((session) => session.client === client)
  return { own, outputs: own.flatMap(({ outputs }) => outputs) }
}
const isPruned = ({ passedRaw }: SessionOutput): boolean => passedRaw === undefined
const isLong = ({ bytes }: SessionOutput): boolean => bytes >= MIN_OUTPUT_SIZE

const savedOf = ({ outputs, repeats }: SessionOutputs): number =>
  sum(outputs, (one) => one.saved) + repeats.saved
const isWorse = (session: SessionOutputs): boolean => savedOf(session) < -0.02 * session.bill

function clientRow(client: string) {
  const { own, outputs } = ofClient(client)
  const bill = own.reduce((all, session) => all + session.bill, 0)
  const raw = sum(outputs, (one) => one.raw)
  const marks = own.reduce((all, { repeats }) => all + repeats.tokens, 0)
  const marksSaved = own.reduce((all, { repeats }) => all + repeats.saved, 0)
  const perfect = (of: readonly SessionOutput[]) => sum(of, (one) => one.perfectSaved)
  return {
    client,
    sessions: own.length,
    'tokens, net': percent(sum(outputs, (one) => one.net) - marks - raw, raw),
    'tokens, block': percent(sum(outputs, (one) => one.block) - marks - raw, raw),
    bill: `$${bill.toFixed(2)}`,
    'all outputs': percent(
      sum(outputs, (one) => one.rawCost),
      bill,
    ),
    saved: percent(sum(outputs, (one) => one.saved) + marksSaved, bill),
    'perfect, pruned ones': percent(perfect(outputs.filter(isPruned)), bill),
    'perfect, all long ones': percent(perfect(outputs.filter(isLong)), bill),
    'perfect, everything': percent(perfect(outputs), bill),
    'over 2 % worse': own.filter(isWorse).length,
  }
}

/** A tool of another server is one kind. */
const kindOf = ({ tool, isRange }: SessionOutput): string =>
  tool.startsWith('mcp__') ? 'mcp__*' : isRange ? `${tool}, a range` : tool

function kindRows(client: string) {
  const { own, outputs } = ofClient(client)
  const bill = own.reduce((all, session) => all + session.bill, 0)
  const raw = sum(outputs, (one) => one.raw)
  const groups = new Map<string, SessionOutput[]>()
  for (const one of outputs) {
    const kind = `${kindOf(one)}: ${one.passedRaw ?? 'pruned'}`
    groups.set(kind, [...(groups.get(kind) ?? []), one])
  }
  return [...groups]
    .map(([kind, of]) => ({ kind, of, tokens: sum(of, (one) => one.raw) }))
    .filter(({ tokens }) => tokens >= raw / 100)
    .toSorted((a, b) => b.tokens - a.tokens)
    .map(({ kind, of, tokens }) => ({
      [client]: kind,
      outputs: of.length,
      tokens: percent(tokens, raw),
      shown: (sum(of, (one) => one.shown) / tokens).toFixed(2),
      net: (sum(of, (one) => one.net) / tokens).toFixed(2),
      block: (sum(of, (one) => one.block) / tokens).toFixed(2),
      perfect: (sum(of, (one) => one.perfect) / tokens).toFixed(2),
      'of the bill': percent(
        sum(of, (one) => one.rawCost),
        bill,
        2,
      ),
      saved: percent(
        sum(of, (one) => one.saved),
        bill,
        2,
      ),
      'perfect saves': percent(
        sum(of, (one) => one.perfectSaved),
        bill,
        2,
      ),
    }))
}

printTable(clients.map(clientRow))
for (const client of clients) {
  console.log('')
  printTable(kindRows(client))
}
for (const session of sessions.filter(isWorse)) {
  const { file, bill, outputs } = session
  const pruned = outputs.filter(isPruned)
  console.log(
    `\n${basename(file)}: $${bill.toFixed(2)}, saved ${percent(savedOf(session), bill)}, ${pruned.length} of ${outputs.length} outputs pruned`,
  )
  for (const one of pruned.filter(({ saved }) => saved < 0))
    console.log(
      `  ${one.tool}: ${one.raw} tokens to ${one.shown}, ${Math.round(one.block)} by block, $${one.saved.toFixed(4)}`,
    )
}
