// The progress of a replay and its remaining time. Only on a terminal: progress bars in a file help nobody.
import type { ReplayProgress } from './run-replay.js'

const BAR = 24
/** Shorter times predict nothing. */
const TELL_AFTER_MS = 1000

export interface ProgressBar {
  begin(): void
  show(progress: ReplayProgress): void
  clear(): void
}

export function progressBar(
  out: Pick<NodeJS.WriteStream, 'isTTY' | 'write' | 'columns'>,
  now: () => number = Date.now,
): ProgressBar {
  let started = now()
  let shown = false
  const write = (text: string) => {
    if (!out.isTTY) return
    shown = true
    out.write(`\r${text.slice(0, (out.columns || 80) - 1)}\u001B[K`)
  }
  return {
    begin() {
      started = now()
      write('Looking for recorded sessions …')
    },
    show({ bytes, bytesDone, files, filesDone }) {
      const share = bytes > 0 ? bytesDone / bytes : 1
      const bar = '█'.repeat(Math.round(share * BAR)).padEnd(BAR, '░')
      const left = timeLeft(share, now() - started)
      write(`${bar} ${Math.round(share * 100)} %  ${filesDone} of ${files} sessions${left}`)
    },
    clear() {
      if (shown) out.write('\r\u001B[K')
    },
  }
}

/** By the completed share, at the speed so far. */
export function timeLeft(share: number, elapsedMs: number): string {
  if (elapsedMs < TELL_AFTER_MS || share <= 0) return ''
  const seconds = Math.ceil((elapsedMs / share - elapsedMs) / 1000)
  if (seconds < 60) return `, ${seconds} s left`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `, ${minutes} min ${seconds % 60} s left`
  return `, ${Math.floor(minutes / 60)} h ${minutes % 60} min left`
}
