// Makes an answer until it is within its limit.

/** The shrinker keeps to its bytes, so the second attempt usually fits. */
const TRIES = 8

export interface Fitting<T> {
  readonly made: T
  /** Bytes of data in it; at most as many as it was given room for. */
  readonly bytes: number
  readonly size: number
}

/** The first of those made with less and less room whose size is under `maxSize`; the last if none is. */
export function fitted<T>(
  maxSize: number,
  room: number,
  make: (room: number) => Fitting<T>,
): Fitting<T> {
  let aim = room
  for (let attempt = 1; ; attempt++) {
    const fitting = make(aim)
    const over = fitting.size - maxSize + 1
    if (over <= 0 || attempt === TRIES) return fitting
    aim = Math.min(aim, fitting.bytes) - over
  }
}
