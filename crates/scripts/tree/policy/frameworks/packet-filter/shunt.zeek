# Connections and pairs of hosts that the packet filter keeps out.

@load base/frameworks/notice
@load base/frameworks/packet-filter

module PacketFilter;

export {
	redef enum Notice::Type += {
		No_More_Conn_Shunts_Available,
		Cannot_BPF_Shunt_Conn,
	};

	const max_bpf_shunts = 100 &redef;
	global shunt_conn: function(id: conn_id): bool;
	global shunt_host_pair: function(id: conn_id): bool;
	global unshunt_host_pair: function(id: conn_id): bool;
	global force_unshunt_host_pair: function(id: conn_id): bool;
	global current_shunted_conns: function(): set[conn_id];
	global current_shunted_host_pairs: function(): set[conn_id];
}

global conns_kept_out: set[conn_id];
global pairs_kept_out: set[conn_id];

function current_shunted_conns(): set[conn_id]
	{
	return conns_kept_out;
	}

function current_shunted_host_pairs(): set[conn_id]
	{
	return pairs_kept_out;
	}

function exclude_shunted()
	{
	local over_tcp = "";
	local over_udp = "";
	local pairs = "";

	for ( id in conns_kept_out )
		{
		local ends = fmt("host %s and port %d and host %s and port %d", id$orig_h, id$orig_p, id$resp_h, id$resp_p);

		switch ( get_port_transport_proto(id$resp_p) ) {
		case tcp:
			over_tcp = combine_filters(over_tcp, "and", ends);
			break;
		case udp:
			over_udp = combine_filters(over_udp, "and", ends);
			break;
		}
		}

	# How a connection begins and ends is still seen.
	if ( over_tcp != "" )
		over_tcp = combine_filters("tcp and tcp[tcpflags] & (tcp-syn|tcp-fin|tcp-rst) == 0", "and", over_tcp);

	for ( id in pairs_kept_out )
		pairs = combine_filters(pairs, "and", fmt("host %s and host %s", id$orig_h, id$resp_h));

	local all_of_it = combine_filters(combine_filters(over_tcp, "and", over_udp), "and", pairs);

	if ( all_of_it != "" )
		exclude("shunt_filters", all_of_it);
	}

event zeek_init() &priority=5
	{
	register_filter_plugin(FilterPlugin($func=exclude_shunted));
	}

function is_full(): bool
	{
	if ( |conns_kept_out| + |pairs_kept_out| <= max_bpf_shunts )
		return F;

	NOTICE(Notice::Info($note=No_More_Conn_Shunts_Available,
	                    $msg=fmt("%d BPF shunts are in place and no more will be added until space clears.", max_bpf_shunts)));
	return T;
	}

function shunt_conn(id: conn_id): bool
	{
	if ( is_v6_addr(id$orig_h) )
		{
		NOTICE(Notice::Info($note=Cannot_BPF_Shunt_Conn, $sub="ipv6_conn", $id=id, $identifier=cat(id),
		                    $msg="IPv6 connections can't be shunted with BPF due to limitations in BPF"));
		return F;
		}

	if ( is_full() )
		return F;

	add conns_kept_out[id];
	filter_changed = T;
	install();
	return T;
	}

function shunt_host_pair(id: conn_id): bool
	{
	filter_changed = T;

	if ( is_full() )
		return F;

	add pairs_kept_out[id];
	install();
	return T;
	}

function unshunt_host_pair(id: conn_id): bool
	{
	filter_changed = T;

	if ( id !in pairs_kept_out )
		return F;

	delete pairs_kept_out[id];
	return T;
	}

function force_unshunt_host_pair(id: conn_id): bool
	{
	return unshunt_host_pair(id) && install();
	}

# The filter itself is made anew when the framework next looks at what has changed.
event connection_state_remove(c: connection) &priority=-5
	{
	if ( c$id in conns_kept_out )
		delete conns_kept_out[c$id];
	}
