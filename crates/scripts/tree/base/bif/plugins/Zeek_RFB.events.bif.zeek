# What the RFB part declares: events.

module GLOBAL;

export {
	global rfb_authentication_type: event(c: connection, authtype: count);
	global rfb_auth_result: event(c: connection, result: bool);
	global rfb_share_flag: event(c: connection, flag: bool);
	global rfb_client_version: event(c: connection, major_version: string, minor_version: string);
	global rfb_server_version: event(c: connection, major_version: string, minor_version: string);
	global rfb_server_parameters: event(c: connection, name: string, width: count, height: count);
}
