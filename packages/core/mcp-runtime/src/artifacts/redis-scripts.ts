// What runs inside Redis, where it is atomic: the value, its age and the bytes all of them hold change
// together, so that any number of servers share one bound.
//
// KEYS: the entry, then the sorted set of last uses, the sorted set of expiry times, the hash of sizes
// and the sum of them. An entry that Redis expired or evicted by itself is taken off the books when its
// time or its turn comes.

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
`

/** ARGV: value, time to live, bound in bytes. */
export const PUT = `${BOOKS}
sweep()
redis.call('SET', entry, ARGV[1])
redis.call('DECRBY', total, redis.call('HGET', sizes, entry) or 0)
redis.call('HSET', sizes, entry, #ARGV[1])
redis.call('INCRBY', total, #ARGV[1])
used(tonumber(ARGV[2]))
while tonumber(redis.call('GET', total)) > tonumber(ARGV[3]) do
  local oldest = redis.call('ZRANGE', uses, 0, 0)[1]
  if not oldest then break end
  drop(oldest)
end
return 1
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

/** ARGV: time to live. 0 when there is nothing to renew. */
export const RENEW = `${BOOKS}
if redis.call('EXISTS', entry) == 0 then return 0 end
used(tonumber(ARGV[1]))
return 1
`

export const DELETE = `${BOOKS}
return drop(entry)
`

export const USAGE = `${BOOKS}
sweep()
return { redis.call('HLEN', sizes), tonumber(redis.call('GET', total) or 0) }
`
