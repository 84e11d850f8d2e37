# The commands of Redis, declared before all scripts, like the types of built-in functions.

module Redis;

# A grammar that replaces our analyzer exports its own types.
@ifndef ( Redis::RedisCommand )
export {
	## Known commands.
	type RedisCommand: enum {
		RedisCommand_APPEND = 0,
		RedisCommand_AUTH = 1,
		RedisCommand_BITCOUNT = 2,
		RedisCommand_BITFIELD = 3,
		RedisCommand_BITFIELD_RO = 4,
		RedisCommand_BITOP = 5,
		RedisCommand_BITPOS = 6,
		RedisCommand_BLMPOP = 7,
		RedisCommand_BLPOP = 8,
		RedisCommand_BRPOP = 9,
		RedisCommand_CLIENT = 10,
		RedisCommand_COPY = 11,
		RedisCommand_DECR = 12,
		RedisCommand_DECRBY = 13,
		RedisCommand_DEL = 14,
		RedisCommand_DUMP = 15,
		RedisCommand_EXISTS = 16,
		RedisCommand_EXPIRE = 17,
		RedisCommand_EXPIREAT = 18,
		RedisCommand_EXPIRETIME = 19,
		RedisCommand_GET = 20,
		RedisCommand_GETBIT = 21,
		RedisCommand_GETDEL = 22,
		RedisCommand_GETEX = 23,
		RedisCommand_GETRANGE = 24,
		RedisCommand_GETSET = 25,
		RedisCommand_HDEL = 26,
		RedisCommand_HELLO = 27,
		RedisCommand_HGET = 28,
		RedisCommand_HSET = 29,
		RedisCommand_INCR = 30,
		RedisCommand_INCRBY = 31,
		RedisCommand_KEYS = 32,
		RedisCommand_MGET = 33,
		RedisCommand_MOVE = 34,
		RedisCommand_MSET = 35,
		RedisCommand_PERSIST = 36,
		RedisCommand_PSUBSCRIBE = 37,
		RedisCommand_PUNSUBSCRIBE = 38,
		RedisCommand_QUIT = 39,
		RedisCommand_RENAME = 40,
		RedisCommand_RESET = 41,
		RedisCommand_SET = 42,
		RedisCommand_STRLEN = 43,
		RedisCommand_SUBSCRIBE = 44,
		RedisCommand_SSUBSCRIBE = 45,
		RedisCommand_SUNSUBSCRIBE = 46,
		RedisCommand_TTL = 47,
		RedisCommand_TYPE = 48,
		RedisCommand_UNSUBSCRIBE = 49,
		RedisCommand_Undef = 2147483647,
	};
}
@endif
