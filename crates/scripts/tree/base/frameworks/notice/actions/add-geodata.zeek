# Adds the location of the remote side to notices.

@load ../main
@load base/frameworks/notice
@load base/utils/site

module Notice;

export {
	redef enum Action += {
		ACTION_ADD_GEODATA,
	};

	redef record Info += {
		remote_location: geo_location &log &optional;
	};

	option lookup_location_types: set[Notice::Type] = {};
}

hook policy(n: Notice::Info) &priority=10
	{
	if ( n$note in lookup_location_types )
		add n$actions[ACTION_ADD_GEODATA];
	}

# Locates an address that is not local. Returns false for local ones.
function locate(n: Notice::Info, a: addr): bool
	{
	local remote = ! Site::is_local_addr(a);

	if ( remote )
		n$remote_location = lookup_location(a);

	return remote;
	}

# Before other handlers, which may read the location.
hook notice(n: Notice::Info) &priority=10
	{
	if ( n?$remote_location || ACTION_ADD_GEODATA !in n$actions || |Site::local_nets| == 0 )
		return;

	local done = n?$src && locate(n, n$src);

	if ( ! done && n?$dst )
		locate(n, n$dst);
	}
