# Declarations of the RFB plugin: events.

module GLOBAL;

export {
	## The authentication method that a server requires.
	##
	## c: The connection.
	##
	## authtype: 1 for none, 2 for a password, others by number.
	global rfb_authentication_type: event(c: connection, authtype: count);

	## The result of a client's authentication.
	##
	## c: The connection.
	##
	## result: True if it failed: 0 means success.
	global rfb_auth_result: event(c: connection, result: bool);

	## Whether a client shares the screen with others.
	##
	## c: The connection.
	##
	## flag: True if it does.
	global rfb_share_flag: event(c: connection, flag: bool);

	## The version that a client speaks.
	##
	## c: The connection.
	##
	## major_version: The first number as text.
	##
	## minor_version: The second number as text.
	global rfb_client_version: event(c: connection, major_version: string, minor_version: string);

	## The version that a server speaks.
	##
	## c: The connection.
	##
	## major_version: The first number as text.
	##
	## minor_version: The second number as text.
	global rfb_server_version: event(c: connection, major_version: string, minor_version: string);

	## The parameters of a server's screen.
	##
	## c: The connection.
	##
	## name: Its name.
	##
	## width: Its width in pixels.
	##
	## height: Its height in pixels.
	global rfb_server_parameters: event(c: connection, name: string, width: count, height: count);
}
