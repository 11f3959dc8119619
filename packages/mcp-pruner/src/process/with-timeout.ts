// Waits for work up to a time limit. The work itself continues: the code that started it must stop it.

/** What `late` returns or throws when `ms` passed first; by default `undefined`. */
export function withTimeout<Value, Late = undefined>(
  ms: number,
  work: Promise<Value>,
  late: () => Late = () => undefined as Late,
): Promise<Value | Late> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      try {
        resolve(late())
      } catch (error) {
        reject(error)
      }
    }, ms)
    const settle =
      <Outcome>(end: (outcome: Outcome) => void) =>
      (outcome: Outcome) => {
        clearTimeout(timer)
        end(outcome)
      }
    work.then(settle(resolve), settle(reject))
  })
}
