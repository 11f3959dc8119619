// Waits for work, but not for ever. The work itself goes on: whoever starts it stops it.

/** `undefined` when `ms` passed first. */
export async function within<Value>(ms: number, work: Promise<Value>): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
