// Scripts that run atomically inside Redis: the value, its age and the total of bytes change
// together, so that any number of servers share one bound.
//
// KEYS: the entry, then the sorted set of last uses, the sorted set of expiry times, the hash of sizes
// and the sum of them. An entry that Redis expired or evicted by itself is taken off the books when its
// time or its turn comes. A value is its time to live, a newline, and the packed text (packing.ts).

const BOOKS = `
local entry, uses, expiries, sizes, total = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local function drop(name)
  local size = redis.call('HGET', sizes, name)
  if size then
    redis.call('DECRBY', total, size)
    redis.call('HDEL', sizes, name)
    redis.call('ZREM', uses, name)
    redis.call('ZREM', expiries, name)
  end
  return redis.call('DEL', name)
end
local function used(ttl)
  redis.call('ZADD', uses, clock[1] * 1000000 + clock[2], entry)
  if ttl > 0 then
    redis.call('PEXPIRE', entry, ttl)
    redis.call('ZADD', expiries, now + ttl, entry)
  else
    redis.call('PERSIST', entry)
    redis.call('ZREM', expiries, entry)
  end
end
local function sweep()
  for _, name in ipairs(redis.call('ZRANGEBYSCORE', expiries, '-inf', now, 'LIMIT', 0, 200)) do
    drop(name)
  end
end
local function replicas()
  local info = redis.pcall('INFO', 'replication')
  if type(info) ~= 'string' then return 0 end
  return tonumber(string.match(info, 'connected_slaves:(%d+)')) or 0
end
`

/**
 * ARGV: value, time to live, bound in bytes or -1 for none, what is left of it after eviction, and 1 to store only
 * where there is room. Gives the number of connected replicas.
 */
export const PUT = `${BOOKS}
sweep()
local bound = tonumber(ARGV[3])
local held = tonumber(redis.call('GET', total) or 0)
if ARGV[5] == '1' and bound >= 0 and held + #ARGV[1] > bound then return replicas() end
redis.call('SET', entry, ARGV[1])
redis.call('DECRBY', total, redis.call('HGET', sizes, entry) or 0)
redis.call('HSET', sizes, entry, #ARGV[1])
redis.call('INCRBY', total, #ARGV[1])
used(tonumber(ARGV[2]))
if bound < 0 or tonumber(redis.call('GET', total)) <= bound then return replicas() end
while tonumber(redis.call('GET', total)) > tonumber(ARGV[4]) do
  local oldest = redis.call('ZRANGE', uses, 0, 0)[1]
  if not oldest then break end
  drop(oldest)
end
return replicas()
`

/** The value, whose time to live (its first line) starts again. */
export const GET = `${BOOKS}
local value = redis.call('GET', entry)
if not value then
  drop(entry)
  return false
end
used(tonumber(string.match(value, '^(%d+)\\n')) or 0)
return value
`

/**
 * ARGV: time to live, digest and flags of the text. Renews the entry if it holds that text, every byte of
 * it, for at least as long. Gives what it found (0 another text or none, 1 renewed, 2 damaged) and the
 * number of connected replicas.
 */
export const RENEW = `${BOOKS}
local value = redis.call('GET', entry)
if not value then return { 0, 0 } end
local ttl, from = string.match(value, '^(%d+)\\n()')
ttl = tonumber(ttl)
if not ttl or #value < from + 56 then return { 2, 0 } end
local seal = string.gsub(string.sub(value, from, from + 19), '.', function(c)
  return string.format('%02x', string.byte(c))
end)
if redis.sha1hex(string.sub(value, from + 20)) ~= seal then return { 2, 0 } end
local flags = string.byte(value, from + 20)
local same = flags - flags % 2 == tonumber(ARGV[3]) and string.sub(value, from + 21, from + 52) == ARGV[2]
local wanted = tonumber(ARGV[1])
if not same or (ttl ~= 0 and (wanted == 0 or wanted > ttl)) then return { 0, 0 } end
used(ttl)
return { 1, replicas() }
`

export const DELETE = `${BOOKS}
return drop(entry)
`

export const USAGE = `${BOOKS}
sweep()
return { redis.call('HLEN', sizes), tonumber(redis.call('GET', total) or 0) }
`

/** ARGV: how many. The longest unused: moment of last use and size, in turn. */
export const OLDEST = `${BOOKS}
local found = {}
local list = redis.call('ZRANGE', uses, 0, tonumber(ARGV[1]) - 1, 'WITHSCORES')
for i = 1, #list, 2 do
  found[#found + 1] = list[i + 1]
  found[#found + 1] = redis.call('HGET', sizes, list[i]) or '0'
end
return found
`

/** ARGV: the moment up to which those last used are dropped. */
export const EVICT = `${BOOKS}
for _, name in ipairs(redis.call('ZRANGEBYSCORE', uses, '-inf', ARGV[1])) do
  drop(name)
end
`
