// A call that was certainly not sent may be retried; one that may have run is not called retryable.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { Channel } from '../../../rpc/channel.js'
import type { ConnectionLost } from '../../../rpc/message.js'
import { Peer } from '../../../rpc/peer.js'
import { HttpChannel } from './http.js'
import { StdioChannel } from './stdio.js'

const open = async (channel: Channel) => {
  let onBroken = () => {}
  const spoke = new Promise<void>((resolve) => {
    onBroken = resolve
  })
  const peer = new Peer(channel, {
    request: async () => ({}),
    notification: () => {},
    broken: () => onBroken(),
    closed: () => {},
  })
  return { peer, spoke }
}

const lost = (peer: Peer): Promise<ConnectionLost> =>
  peer.request('tools/call', { name: 'echo' }).then(
    () => expect.unreachable(),
    (error: ConnectionLost) => error,
  )

const script = (text: string) =>
  StdioChannel.open({
    kind: 'stdio',
    isNamed: true,
    name: 'sh',
    command: 'sh',
    args: ['-c', text],
    env: {},
  })

test.skipIf(process.platform === 'win32')(
  'a server that read the call may have run it',
  async () => {
    const { peer } = await open(await script('read line; exit 3'))
    expect(await lost(peer)).toMatchObject({ wasSent: true, message: 'it exited with code 3' })
  },
)

test.skipIf(process.platform === 'win32')(
  'a server that had closed its input was sent nothing',
  async () => {
    const { peer, spoke } = await open(await script('exec 0<&-; echo closed; sleep 0.2; exit 3'))
    await spoke
    expect(await lost(peer)).toMatchObject({ wasSent: false, message: 'it exited with code 3' })
  },
)

const far = (url: string) =>
  HttpChannel.open({ kind: 'http', isNamed: true, name: 'far', url, headers: {} }, () => {})

const listening = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
}

test('an address where nobody listens was sent nothing', async () => {
  const server = createServer()
  const url = await listening(server)
  await new Promise((resolve) => server.close(resolve))
  const { peer } = await open(await far(url))
  expect(await lost(peer)).toMatchObject({ wasSent: false })
})

test('after a connection that breaks behind the request it is unknown whether it ran', async () => {
  const server = createServer((req) => req.socket.destroy())
  const { peer } = await open(await far(await listening(server)))
  expect(await lost(peer)).toMatchObject({ wasSent: true })
  server.close()
})
