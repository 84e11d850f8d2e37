# What the Redis analyzer says: its records and events.

module Redis;

export {
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
		## The user that logs in; unset for the default user.
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
