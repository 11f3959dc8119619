// A case put to the engine as every entry point puts it, or to a tool of the built server over stdio.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { askEngine, closingLines } from '@jeeves/mcp-pruner/ask'
import {
  closingRemarks,
  keptLines,
  type PruneRequest,
  renderCompact,
  type Scorer,
} from '@jeeves/pruner'
import { makeTree, RawClient, removeTree, shownLines } from '@jeeves/testing'
import { COMMAND } from '../lib/processes.js'
import { type Case, fileNameOf, type Origin, requestOf } from './cases.js'

export interface CaseAnswer {
  /** Lines shown, numbered from 1, shortened ones included. */
  readonly kept: readonly number[]
  /** The pieces shown of shortened lines. */
  readonly parts: Readonly<Record<string, readonly string[]>>
  /** Lines and marks, before control characters are made visible. */
  readonly text: string
  readonly closing: string
  /** Why the answer came whole though it was to be pruned: the store or the engine took too long. */
  readonly notPruned?: string
}

export interface AskCase {
  ask(one: Case): Promise<CaseAnswer>
  close(): Promise<void>
}

/** What a model is shown. */
export const shownOf = ({ text, closing }: CaseAnswer): string =>
  closing === '' ? text : `${text}${text.endsWith('\n') ? '' : '\n'}${closing}`

/** As long as every prune_id is. */
const SAMPLE_ID = 'prn_01JABCDEFGHJKMNPQRSTVWXYZ0'
const NO_LIMIT_MS = 600_000

export interface EngineOptions {
  readonly origin?: Origin | undefined
  readonly budget?: PruneRequest['budget'] | undefined
  readonly scorer?: Scorer
}

export function askThroughEngine(one: Case, options: EngineOptions = {}): CaseAnswer {
  const { origin, budget, scorer } = options
  const request = { ...requestOf(one, origin), ...(budget && { budget }) }
  const result = askEngine(request, { timeLeftMs: NO_LIMIT_MS, ...(scorer && { scorer }) })
  const kept = keptLines(result)
  if (result.status !== 'pruned') return { kept, parts: {}, text: one.text, closing: '' }
  const parts = result.parts.map(({ line, pieces }) => {
    const { text } = result.lines[line - 1]!
    return [line, pieces.map(({ from, to }) => text.slice(from, to))] as const
  })
  const { originalLines: original_lines, prunedLines: pruned_lines } = result.stats
  const pruning = {
    attempted: true,
    applied: true,
    fallback: false,
    raw_bytes: Buffer.byteLength(one.text),
    original_lines,
    pruned_lines,
    prune_id: SAMPLE_ID,
    remarks: closingRemarks(result),
  }
  return {
    kept,
    parts: Object.fromEntries(parts),
    text: renderCompact(result, { firstLine: request.firstLine ?? 1 }),
    closing: closingLines(pruning).join('\n'),
  }
}

/** Load makes stores and engines miss their time limits, and such answers are whole: figures differ by them. */
export function notPrunedNote(answers: readonly CaseAnswer[]): string {
  const reasons = new Map<string, number>()
  for (const { notPruned } of answers)
    if (notPruned !== undefined) reasons.set(notPruned, (reasons.get(notPruned) ?? 0) + 1)
  const counts = [...reasons].map(([reason, count]) => `${reason} ${count}`)
  return `answers that came whole for want of time: ${counts.join(', ') || 'none'}`
}

/** One long-lived server with default settings; each text is a file below its root. */
export async function openTool(tool: 'read' | 'bash'): Promise<AskCase> {
  const root = makeTree()
  const { PATH } = process.env
  const server = new RawClient(process.execPath, [COMMAND], {
    PATH,
    HOME: root,
    MCP_PRUNER_CWD: root,
  })
  await server.initialize('bench')
  return {
    async ask(one) {
      const { name, firstLine } = place(root, one, tool)
      const { result, error } = await server.call(tool, {
        ...(tool === 'read'
          ? { file_path: name, ...(firstLine > 1 && { start_line: firstLine }) }
          : { command: `cat '${name.replaceAll("'", `'\\''`)}'` }),
        context_focus_question: one.query,
      })
      if (error || result.isError) throw new Error(`${one.id}: ${JSON.stringify(error ?? result)}`)
      const { content, stdout = content, pruning } = result.structuredContent
      const [{ text: said }] = result.content
      const closing = closingIn(said, stdout)
      const notPruned = pruning.error?.code as string | undefined
      const shown = shownLines(stdout, one.text, { firstLine, closing })
      return { ...shown, text: stdout, closing, ...(notPruned && { notPruned }) }
    },
    async close() {
      await server.end()
      removeTree(root)
    },
  }
}

/** Where control characters are made visible, the text is not found again: then it is the last line. */
function closingIn(said: string, text: string): string {
  if (said.startsWith(text)) return said.slice(text.length).replace(/^\n/, '')
  return said.slice(said.lastIndexOf('\n') + 1)
}

/** A text that begins later in its file is put there in a file; a command prints it from its own first line. */
function place(root: string, one: Case, tool: 'read' | 'bash') {
  const name = fileNameOf(one)
  const firstLine = tool === 'read' ? (one.first_line ?? 1) : 1
  const folder = `case-${one.id.replaceAll(/\W/g, '-').slice(-60)}`
  const file = `${folder}/${name ?? 'output'}`
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), '\n'.repeat(firstLine - 1) + one.text)
  return { name: file, firstLine }
}
