// The floor: the same framework (node:http), a body read and parsed, and the same body sent back.
import { createServer } from 'node:http'

const server = createServer((req, res) => {
  const chunks = []
  req.on('data', (chunk) => chunks.push(chunk))
  req.on('end', () => {
    const message = JSON.parse(Buffer.concat(chunks).toString())
    const body = JSON.stringify({ jsonrpc: '2.0', id: message.id, result: message.params })
    res.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    })
    res.end(body)
  })
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
