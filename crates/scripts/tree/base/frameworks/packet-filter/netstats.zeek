# Raises notices about packets that the system dropped.

@load base/frameworks/notice

module PacketFilter;

export {
	redef enum Notice::Type += {
		Dropped_Packets,
	};

	const stats_collection_interval = 5 min;
}

event net_stats_update(last_stat: NetStats)
	{
	local now = get_net_stats();
	local dropped = now$pkts_dropped - last_stat$pkts_dropped;

	if ( dropped > 0 )
		{
		local on_link = now$pkts_link - last_stat$pkts_link;
		local text = fmt("%d packets dropped after filtering, %d received", dropped,
		                 now$pkts_recvd - last_stat$pkts_recvd + dropped);

		if ( on_link > 0 )
			text += fmt(", %d on link", on_link);

		NOTICE(Notice::Info($note=Dropped_Packets, $msg=text));
		}

	schedule stats_collection_interval { net_stats_update(now) };
	}

event zeek_init()
	{
	# A capture file drops none.
	if ( ! reading_traces() )
		schedule stats_collection_interval { net_stats_update(get_net_stats()) };
	}
