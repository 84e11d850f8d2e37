# What the Login part declares: functions.

module GLOBAL;

export {
	## What a login analyzer thinks of its dialog. Egret does not have it yet: a call is a runtime error.
	##
	## cid: The connection.
	global get_login_state: function(cid: conn_id): count;

	## Sets what a login analyzer thinks of its dialog. Egret does not have it yet: a call is a runtime error.
	##
	## cid: The connection.
	##
	## new_state: One of the constants LOGIN_STATE_….
	global set_login_state: function(cid: conn_id, new_state: count): bool;
}
