// Waits for work up to a time limit. The work itself continues: the code that started it must stop it.

/** `undefined` when `ms` passed first. */
export async function withTimeout<Value>(
  ms: number,
  work: Promise<Value>,
): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
