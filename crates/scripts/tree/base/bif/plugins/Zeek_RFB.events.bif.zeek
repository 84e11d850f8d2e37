# What the RFB part declares: events.

module GLOBAL;

export {
	## How a client authenticates.
	global rfb_authentication_type: event(c: connection, authtype: count);
	## Whether the server let it in.
	global rfb_auth_result: event(c: connection, result: bool);
	## Whether a client shares its desktop with others.
	global rfb_share_flag: event(c: connection, flag: bool);
	## The version of a client.
	global rfb_client_version: event(c: connection, major_version: string, minor_version: string);
	## The version of a server.
	global rfb_server_version: event(c: connection, major_version: string, minor_version: string);
	## Name and size of a desktop.
	global rfb_server_parameters: event(c: connection, name: string, width: count, height: count);
}
