# Records and events of the Redis analyzer.

module Redis;

export {
	## SET.
	type SetCommand: record {
		## The key.
		key: string &log;
		## Its new value.
		value: string &log;
		## Set it only if it does not exist.
		nx: bool;
		## Set it only if it exists.
		xx: bool;
		## Return the old value.
		get: bool;
		## Its time to live in seconds.
		ex: count &optional;
		## Its time to live in milliseconds.
		px: count &optional;
		## When it expires, in seconds since 1970.
		exat: count &optional;
		## When it expires, in milliseconds since 1970.
		pxat: count &optional;
		## Keep the old expiry.
		keep_ttl: bool;
	};

	## AUTH.
	type AuthCommand: record {
		## The user that logs in; unset for the default user.
		username: string &optional;
		## The password.
		password: string;
	};

	## HELLO.
	type HelloCommand: record {
		## The protocol version that the client requests.
		requested_resp_version: string &optional;
	};

	## Any command.
	type Command: record {
		## Its words.
		raw: vector of string;
		## The first word, its name.
		name: string &log;
		## Its key, for commands known to have one.
		key: string &log &optional;
		## Its value, for commands known to have one.
		value: string &log &optional;
		## The known command that it is.
		known: RedisCommand &optional;
	};

	## A message of a server.
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

	## A client reads a key.
	global get_command: event(c: connection, key: string);

	## A client logs in.
	global auth_command: event(c: connection, command: AuthCommand);

	## A client requests a protocol version.
	global hello_command: event(c: connection, command: HelloCommand);

	## Every command, after the event of its kind.
	global command: event(c: connection, cmd: Command);

	## A reply. In version 2 of the protocol also pushed messages.
	global reply: event(c: connection, data: ReplyData);

	## An error reply.
	global error: event(c: connection, data: ReplyData);

	## A pushed message, not caused by a command.
	global server_push: event(c: connection, data: ReplyData);
}
