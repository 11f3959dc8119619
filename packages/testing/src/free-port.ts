// A port of this machine on which nobody listens now, and which the system gives to nobody by itself: between the look
// and the use of one that it gives out, another test's connection may be given the same.
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that Linux, macOS and Windows give to connections. */
const [FIRST, COUNT] = [15_000, 17_000]

export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
