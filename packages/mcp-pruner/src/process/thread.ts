// The only way to start a worker thread: its messages, its end, and whether it keeps the process alive.
import { Worker } from 'node:worker_threads'

export interface ThreadOptions<Message> {
  readonly onMessage: (message: Message) => void
  /** Called once, whether it failed or exited. */
  readonly onLost: (error: Error) => void
  readonly maxHeapMb?: number
  readonly workerData?: unknown
  readonly execArgv?: string[]
  readonly keepsProcess: boolean
}

export function startThread<Message>(url: URL, options: ThreadOptions<Message>): Worker {
  const { onMessage, onLost, maxHeapMb, keepsProcess, ...rest } = options
  const worker = new Worker(url, {
    ...rest,
    ...(maxHeapMb !== undefined && { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } }),
  })
  let isLost = false
  const lose = (error: Error) => {
    if (!isLost) onLost(error)
    isLost = true
  }
  worker.on('message', onMessage)
  worker.on('error', lose)
  worker.on('exit', (code) => lose(new Error(`it exited with code ${code}`)))
  // Last, because listening for messages keeps the process alive again.
  if (!keepsProcess) worker.unref()
  return worker
}
