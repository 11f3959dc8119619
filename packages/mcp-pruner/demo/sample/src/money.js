// Prices as people write them, kept in cents.

export function parsePrice(text) {
  const [whole, cents = '0'] = text.replace(/[€$ ]/g, '').split('.')
  return Number(whole) * 100 + Number(cents.padEnd(2, '0'))
}

export function formatPrice(cents) {
  return `€${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}
