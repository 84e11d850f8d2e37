# Excludes connections and pairs of hosts from the packet filter.

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

	# Packets that begin or end a connection are still captured.
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

# Whether all shunts are in use. If so, a notice is raised.
function no_shunt_left(): bool
	{
	local full = |pairs_kept_out| + |conns_kept_out| > max_bpf_shunts;

	if ( full )
		{
		local text = fmt("%d BPF shunts are in place and no more will be added until space clears.", max_bpf_shunts);
		NOTICE(Notice::Info($msg=text, $note=No_More_Conn_Shunts_Available));
		}

	return full;
	}

function note_ipv6(id: conn_id)
	{
	NOTICE(Notice::Info($note=Cannot_BPF_Shunt_Conn, $identifier=cat(id), $id=id, $sub="ipv6_conn",
	                    $msg="IPv6 connections can't be shunted with BPF due to limitations in BPF"));
	}

function shunt_conn(id: conn_id): bool
	{
	local possible = is_v4_addr(id$orig_h);

	if ( ! possible )
		note_ipv6(id);

	if ( ! possible || no_shunt_left() )
		return F;

	add conns_kept_out[id];
	filter_changed = T;
	install();
	return T;
	}

function shunt_host_pair(id: conn_id): bool
	{
	filter_changed = T;

	if ( no_shunt_left() )
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

# The filter itself is rebuilt at the framework's next check for changes.
event connection_state_remove(c: connection) &priority=-5
	{
	if ( c$id in conns_kept_out )
		delete conns_kept_out[c$id];
	}
