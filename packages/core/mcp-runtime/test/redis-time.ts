// Lets time pass in a Redis at once: what it holds has that much less time to live.
import { Redis } from 'ioredis'

export async function passTimeIn(url: string, ms: number): Promise<void> {
  const client = new Redis(url)
  try {
    for (const name of await client.keys('*')) {
      if (name.endsWith('#expiries')) await shiftScores(client, name, -ms)
      const left = await client.pttl(name)
      if (left >= 0) await client.pexpire(name, left - ms)
    }
  } finally {
    client.disconnect()
  }
}

async function shiftScores(client: Redis, name: string, by: number): Promise<void> {
  for (const member of await client.zrangebyscore(name, '-inf', '+inf')) {
    await client.zincrby(name, by, member)
  }
}
