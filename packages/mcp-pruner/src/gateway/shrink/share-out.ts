// Divides room among parts.

/** Small parts all they need, large ones an equal share of what is left. */
export function shareOut(sizes: readonly number[], room: number): readonly number[] {
  const shares = sizes.map(() => 0)
  const order = sizes.map((size, i) => ({ size, i })).filter(({ size }) => size > 0)
  order.sort((a, b) => a.size - b.size)
  let left = room
  for (const [done, { size, i }] of order.entries()) {
    const share = Math.min(size, Math.floor(left / (order.length - done)))
    shares[i] = share
    left -= share
  }
  return shares
}
