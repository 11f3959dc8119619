// Shared by more than one stage of a tool call.

/** Milliseconds since the epoch. Injectable, so that tests need not wait. */
export type Clock = () => number

/** The longest delay of a Node timer; a longer one fires at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1

/** Tool names come from outside: `constructor` must not find an inherited property. */
export function ownValue<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}
