# What the Login part declares: functions.

module GLOBAL;

export {
	global get_login_state: function(cid: conn_id): count;
	global set_login_state: function(cid: conn_id, new_state: count): bool;
}
