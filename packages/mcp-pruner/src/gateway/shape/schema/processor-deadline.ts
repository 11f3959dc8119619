// A deadline by time on the processor: on a busy machine a thread that has hardly run yet is not taken for one that
// does not come to an end.

interface DeadlineTimes {
  /** Of this process with all its threads, since the work was handed over. */
  readonly processorMs: number
  readonly elapsedMs: number
}

/** Whatever else the processor does. */
const MAX_WAIT_FACTOR = 3

/** How long to wait before the next look; 0: the time is over. */
export function deadlineLeft(limitMs: number, { processorMs, elapsedMs }: DeadlineTimes): number {
  // Other threads use processor time too; this one cannot have used more than has passed.
  const used = Math.min(processorMs, elapsedMs)
  const left = Math.min(limitMs - used, limitMs * MAX_WAIT_FACTOR - elapsedMs)
  return left > 0 ? Math.max(1, Math.ceil(left)) : 0
}
