##! A process that others may control at run time: it listens, answers questions and takes orders.

@load base/frameworks/control
@load base/frameworks/broker

module Control;

event zeek_init() &priority=-10
	{
	Broker::subscribe(cat(topic_prefix, "/", Broker::node_id()));

	if ( controllee_listen )
		Broker::listen();
	}

# Where the answers of a kind go: the controller has this process as its only peer.
function answer_topic(kind: string): string
	{
	return cat(topic_prefix, "/", kind, "_response/", Broker::node_id());
	}

event Control::id_value_request(id: string)
	{
	local shown = id in ignore_ids ? "" : fmt("%s", lookup_ID(id));
	Broker::publish(answer_topic("id_value"), id_value_response, id, shown);
	}

event Control::peer_status_request()
	{
	local text = "";

	for ( _, info in Broker::peers() )
		{
		local where = info$peer?$network ?
		              fmt("%s:%d", info$peer$network$address, port_to_count(info$peer$network$bound_port)) : "";
		text += fmt("%.6f peer=%s host=%s status=%s\n", network_time(), info$peer$id, where, info$status);
		}

	Broker::publish(answer_topic("peer_status"), peer_status_response, text);
	}

event Control::net_stats_request()
	{
	local now = get_net_stats();
	local text = fmt("%.6f recvd=%d dropped=%d link=%d\n", network_time(), now$pkts_recvd, now$pkts_dropped, now$pkts_link);
	Broker::publish(answer_topic("net_stats"), net_stats_response, text);
	}

event Control::configuration_update_request()
	{
	# Scripts that follow their settings get a word.
	event Control::configuration_update();
	Broker::publish(answer_topic("configuration_update"), configuration_update_response);
	}

event Control::shutdown_request()
	{
	Broker::publish(answer_topic("shutdown"), shutdown_response);
	terminate();
	}
