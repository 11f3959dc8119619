// Where Redis is: one server, a cluster, or the master that a set of sentinels names.

export interface RedisHost {
  readonly host: string
  readonly port: number
}

export interface RedisAddress {
  readonly kind: 'server' | 'cluster' | 'sentinel'
  readonly hosts: readonly RedisHost[]
  readonly username?: string
  readonly password?: string
  readonly tls: boolean
  readonly database: number
  /** The sentinels' name for the master. */
  readonly master: string
}

const ADDRESS =
  /^(?<tls>rediss?)(?:\+(?<kind>cluster|sentinel))?:\/\/(?:(?<login>[^@/]*)@)?(?<hosts>[^@/?#]*)(?:\/(?<path>[^?#]*))?$/
const HOST = /^(?<host>\[[0-9A-Fa-f:.]+\]|[^:[\]\s]+)(?::(?<port>\d{1,5}))?$/
const DEFAULT_PORTS = { server: 6379, cluster: 6379, sentinel: 26_379 } as const

/** The address may contain a password, so it is not repeated. */
export function parseRedisAddress(address: string): RedisAddress {
  const {
    tls,
    kind = 'server',
    login = '',
    hosts = '',
    path = '',
  } = ADDRESS.exec(address)?.groups ?? {}
  if (tls === undefined || !isKind(kind)) throw notAnAddress()
  const given = hosts === '' && kind === 'server' ? ['localhost'] : hosts.split(',')
  if (kind === 'server' && given.length > 1) throw notAnAddress()
  const [master = '', database = '0', ...more] =
    kind === 'sentinel' ? path.split('/') : ['', ...(path || '0').split('/')]
  const isDatabase = /^\d{1,4}$/.test(database || '0') && more.length === 0
  if (!isDatabase || (kind === 'sentinel' && master === '')) throw notAnAddress()
  return {
    kind,
    hosts: given.map((host) => parseHost(host, DEFAULT_PORTS[kind])),
    ...parseLogin(login),
    tls: tls === 'rediss',
    database: Number(database),
    master: decode(master),
  }
}

function parseHost(text: string, defaultPort: number): RedisHost {
  const { host, port } = HOST.exec(text)?.groups ?? {}
  if (host === undefined || Number(port ?? 1) < 1 || Number(port ?? 1) > 65_535) {
    throw notAnAddress()
  }
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? defaultPort) }
}

function parseLogin(login: string): Pick<RedisAddress, 'username' | 'password'> {
  const colon = login.indexOf(':')
  const username = decode(colon === -1 ? login : login.slice(0, colon))
  const password = colon === -1 ? '' : decode(login.slice(colon + 1))
  return { ...(username !== '' && { username }), ...(password !== '' && { password }) }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw notAnAddress()
  }
}

const isKind = (kind: string): kind is RedisAddress['kind'] => Object.hasOwn(DEFAULT_PORTS, kind)

const notAnAddress = (): TypeError =>
  new TypeError(
    'The Redis address must look like redis://[user:password@]host:port[/database], redis+cluster://host:port,host:port or redis+sentinel://host:port,host:port/master',
  )
