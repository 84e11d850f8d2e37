# Hooks that run when a connection's state is about to be removed.

module Conn;

export {
	type RemovalHook: hook(c: connection);

	global register_removal_hook: function(c: connection, hk: RemovalHook): bool;
	global unregister_removal_hook: function(c: connection, hk: RemovalHook): bool;
}

redef record connection += {
	removal_hooks: set[RemovalHook] &optional;
};

function register_removal_hook(c: connection, hk: RemovalHook): bool
	{
	if ( ! c?$removal_hooks )
		c$removal_hooks = set();
	else if ( hk in c$removal_hooks )
		return F;

	add c$removal_hooks[hk];
	return T;
	}

function unregister_removal_hook(c: connection, hk: RemovalHook): bool
	{
	if ( ! c?$removal_hooks || hk !in c$removal_hooks )
		return F;

	delete c$removal_hooks[hk];
	return T;
	}

event connection_state_remove(c: connection) &priority=-3
	{
	if ( ! c?$removal_hooks )
		return;

	for ( hk in c$removal_hooks )
		hook hk(c);
	}
