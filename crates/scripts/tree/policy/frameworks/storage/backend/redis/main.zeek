# A storage backend that keeps keys and values on a Redis server.

@load base/frameworks/storage/main

module Storage::Backend::Redis;

export {
	## How long connecting to a server may take by default.
	const default_connect_timeout: interval = 5 secs &redef;

	## How long a server's answer may take by default.
	const default_operation_timeout: interval = 5 secs &redef;

	## How a server is reached: by name or address and port, or by a socket.
	type Options: record {
		## The server's name or address.
		server_host: string &optional;

		## Its port.
		server_port: port &default=6379/tcp;

		## The path of its socket, for a server on this machine. *server_host* must be unset then.
		server_unix_socket: string &optional;

		## What the names of keys begin with, so that several backends can share a server.
		key_prefix: string &default="";

		## How long connecting may take; :zeek:see:`Storage::CONNECTION_FAILED` after that. A server that refuses
		## connections is tried for up to a second, because it may just be starting.
		connect_timeout: interval &default=default_connect_timeout;

		## How long an answer may take; :zeek:see:`Storage::TIMEOUT` after that.
		operation_timeout: interval &default=default_operation_timeout;

		## The user, if the server has an access list.
		username: string &optional;

		## The password of the user or of the server.
		password: string &optional;
	};
}

redef record Storage::BackendOptions += {
	redis: Storage::Backend::Redis::Options &optional;
};
