# Declarations of the Login plugin: functions.

module GLOBAL;

export {
	## The state of a login: of the analyzers of Telnet, Rlogin and Rsh.
	##
	## cid: The connection.
	##
	## Returns: One of the constants LOGIN_STATE_…; 0 if the connection has no such analyzer.
	global get_login_state: function(cid: conn_id): count;

	## Sets the state of a login. With LOGIN_STATE_SKIP, the rest of the connection is not looked at.
	##
	## cid: The connection.
	##
	## new_state: One of the constants LOGIN_STATE_….
	##
	## Returns: False if the connection has no analyzer of Telnet, Rlogin or Rsh.
	global set_login_state: function(cid: conn_id, new_state: count): bool;
}
