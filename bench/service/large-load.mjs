// Large texts, one after the other on each connection, from a process of its own: making and reading
// them must not delay the clock of the small requests.

import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'

const [url, clients, file] = process.argv.slice(2)
const bodies = readFileSync(file, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => Buffer.from(line))
const agent = new Agent({ keepAlive: true })
const headers = { 'content-type': 'application/json' }
let answered = 0
const stop = new AbortController()

const post = (body) =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (res) => {
      res
        .resume()
        .on('end', () => resolve(res.statusCode))
        .on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })

process.on('SIGTERM', () => {
  stop.abort()
})
await Promise.all(
  Array.from({ length: Number(clients) }, async (_, client) => {
    for (let n = client; !stop.signal.aborted; n++) {
      if ((await post(bodies[n % bodies.length])) === 200) answered += 1
    }
  }),
)
console.log(answered)
process.exit(0)
