// The progress of a replay and its remaining time. Only on a terminal: progress bars in a file help nobody.
import { progressOf, type ReplayProgress } from './run-replay.js'

const BAR = 24

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
    show(progress) {
      const { share, secondsLeft } = progressOf(progress, now() - started)
      const { files, filesDone } = progress
      const bar = '█'.repeat(Math.round(share * BAR)).padEnd(BAR, '░')
      const left = secondsLeft === undefined ? '' : `, ${duration(secondsLeft)} left`
      write(`${bar} ${Math.round(share * 100)} %  ${filesDone} of ${files} sessions${left}`)
    },
    clear() {
      if (shown) out.write('\r\u001B[K')
    },
  }
}

function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes === 0) return `${seconds} s`
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
