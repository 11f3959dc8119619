export { freePort } from './free-port.js'
export { type Message, RawClient, type ServerEvent } from './raw-client.js'
export { RedisServer, skipWithoutRedis } from './redis-server.js'
export { makeTree, removeTree } from './temporary-tree.js'
