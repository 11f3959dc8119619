// What the calls of this process cost and saved, written down from time to time.
import { estimateTokens } from '@jeeves/pruner'
import { blocksOf, countedBytes, textOf } from '../gateway/shape/blocks.js'
import type { EmitEvent } from '../process/events.js'
import type { Fields } from '../rpc/message.js'
import { addCounts, countsOf, type Stats } from './counts.js'
import type { StatsFiles } from './files.js'

const WRITE_EVERY_MS = 2000
const SAMPLES = 16
const SAMPLE_LENGTH = 4096

export interface CallRecord {
  /** Absent when the server gave no answer. */
  readonly received?: Fields
  readonly sent: Fields
  readonly cut: boolean
  readonly pruned: boolean
}

export class Ledger {
  readonly #stats: Stats = {}
  readonly #files: StatsFiles
  readonly #emit: EmitEvent
  #timer: NodeJS.Timeout | undefined

  constructor(files: StatsFiles, emit: EmitEvent) {
    this.#files = files
    this.#emit = emit
  }

  called(tool: string, { received, sent, cut, pruned }: CallRecord): void {
    const out = sizeOf(sent)
    const into = received === undefined || received === sent ? out : sizeOf(received)
    this.#add(tool, {
      calls: 1,
      bytesIn: received === undefined ? 0 : into.bytes,
      bytesOut: out.bytes,
      tokensIn: into.tokens,
      tokensOut: out.tokens,
      cut: Number(cut),
      pruned: Number(pruned),
    })
  }

  recovered(tool: string, sent: Fields): void {
    const { bytes, tokens } = sizeOf(sent)
    this.#add(tool, { recovered: 1, bytesRecovered: bytes, tokensRecovered: tokens })
  }

  close(): void {
    clearTimeout(this.#timer)
    if (this.#timer) this.#write()
  }

  #add(tool: string, figures: Parameters<typeof addCounts>[1]): void {
    addCounts(countsOf(this.#stats, tool), figures)
    this.#timer ??= setTimeout(() => this.#write(), WRITE_EVERY_MS).unref()
  }

  #write(): void {
    this.#timer = undefined
    try {
      this.#files.write(this.#stats)
    } catch (error) {
      this.#emit('warn', 'stats.not_written', { data: { message: (error as Error).message } })
    }
  }
}

function sizeOf(result: Fields): { readonly bytes: number; readonly tokens: number } {
  return { bytes: countedBytes(result), tokens: Math.round(tokensOf(modelText(result))) }
}

/** A long text is judged by samples of it: a report is not worth a wait. */
function tokensOf(text: string): number {
  if (text.length <= SAMPLES * SAMPLE_LENGTH) return estimateTokens(text)
  const step = Math.floor(text.length / SAMPLES)
  let sampled = 0
  for (let i = 0; i < SAMPLES; i++) {
    sampled += estimateTokens(text.slice(i * step, i * step + SAMPLE_LENGTH))
  }
  return sampled * (text.length / (SAMPLES * SAMPLE_LENGTH))
}

/** Clients show their model the structured value, where there is one, in place of the text. */
function modelText(result: Fields): string {
  const { structuredContent } = result
  if (structuredContent !== undefined) return JSON.stringify(structuredContent)
  return blocksOf(result)
    .flatMap((block) => textOf(block) ?? [])
    .join('\n')
}
