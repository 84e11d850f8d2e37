# What the Redis analyzer says: its types and events.

module Redis;

export {
	## Commands that are known.
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

	## SET.
	type SetCommand: record {
		## The key.
		key: string &log;
		## What it is set to.
		value: string &log;
		## Only if it does not exist.
		nx: bool;
		## Only if it exists.
		xx: bool;
		## Give back what it was.
		get: bool;
		## Seconds that it lives.
		ex: count &optional;
		## Milliseconds that it lives.
		px: count &optional;
		## When it dies, in seconds since 1970.
		exat: count &optional;
		## When it dies, in milliseconds since 1970.
		pxat: count &optional;
		## It lives as long as it would have.
		keep_ttl: bool;
	};

	## AUTH.
	type AuthCommand: record {
		## Who logs in; without it the default user.
		username: string &optional;
		## The password.
		password: string;
	};

	## HELLO.
	type HelloCommand: record {
		## The version of the protocol that the client would like to speak.
		requested_resp_version: string &optional;
	};

	## Any command.
	type Command: record {
		## Its words.
		raw: vector of string;
		## The first of them.
		name: string &log;
		## Its key, where it is known to have one.
		key: string &log &optional;
		## Its value, where it is known to have one.
		value: string &log &optional;
		## Which of the known ones it is.
		known: RedisCommand &optional;
	};

	## What a server says.
	type ReplyData: record {
		## Attributes of the reply, as text.
		attributes: string &optional;
		## The reply, as text.
		value: string &log;
		## The lowest version of the protocol that has such replies.
		min_protocol_version: count;
	};

	## A client sets a key.
	global set_command: event(c: connection, command: SetCommand);

	## A client asks for a key.
	global get_command: event(c: connection, key: string);

	## A client logs in.
	global auth_command: event(c: connection, command: AuthCommand);

	## A client says which version it would like to speak.
	global hello_command: event(c: connection, command: HelloCommand);

	## Every command, after the event of its kind.
	global command: event(c: connection, cmd: Command);

	## A reply. In version 2 of the protocol also what no command asked for.
	global reply: event(c: connection, data: ReplyData);

	## A reply that is an error.
	global error: event(c: connection, data: ReplyData);

	## What no command asked for.
	global server_push: event(c: connection, data: ReplyData);
}
