# Declarations of the Login plugin: functions.

module GLOBAL;

export {
	## The state of a login analyzer. Not implemented: a call is a runtime error.
	##
	## cid: The connection.
	global get_login_state: function(cid: conn_id): count;

	## Sets the state of a login analyzer. Not implemented: a call is a runtime error.
	##
	## cid: The connection.
	##
	## new_state: One of the constants LOGIN_STATE_….
	global set_login_state: function(cid: conn_id, new_state: count): bool;
}
