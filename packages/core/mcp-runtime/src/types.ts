// What more than one stage of a tool call uses.

/** Milliseconds since the epoch. Injectable, so that tests need not wait. */
export type Clock = () => number

/** The longest delay that a Node timer takes; one above it fires at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1

/** Tool names come from outside: `constructor` must not find what every object inherits. */
export function ownValue<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}
