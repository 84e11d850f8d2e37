# Directions of connections and locations of hosts, relative to the site's networks.

@load ./site

type Direction: enum {
	INBOUND,
	OUTBOUND,
	BIDIRECTIONAL,
	NO_DIRECTION,
};

function id_matches_direction(id: conn_id, d: Direction): bool
	{
	local from_us = Site::is_local_addr(id$orig_h);
	local to_us = Site::is_local_addr(id$resp_h);

	switch ( d ) {
	case INBOUND:
		return ! from_us && to_us;
	case OUTBOUND:
		return from_us && ! to_us;
	case BIDIRECTIONAL:
		return from_us != to_us;
	}

	return F;
	}

type Host: enum {
	LOCAL_HOSTS,
	REMOTE_HOSTS,
	ALL_HOSTS,
	NO_HOSTS,
};

function addr_matches_host(ip: addr, h: Host): bool
	{
	switch ( h ) {
	case ALL_HOSTS:
		return T;
	case NO_HOSTS:
		return F;
	}

	return Site::is_local_addr(ip) == ( h == LOCAL_HOSTS );
	}
