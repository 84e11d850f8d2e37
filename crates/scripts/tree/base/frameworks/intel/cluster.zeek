# Intelligence in a cluster of processes: the manager has all that sources say, workers know the indicators alone and send
# what they see of them.

@load ./main
@load ./input
@load base/frameworks/cluster

module Intel;

export {
	## The manager sends all indicators to a worker that has just come up.
	const send_store_on_node_up = T &redef;
}

@if ( Cluster::local_node_type() == Cluster::MANAGER )
event Cluster::node_up(name: string, id: string)
	{
	if ( ! send_store_on_node_up || Cluster::nodes[name]$node_type != Cluster::WORKER )
		return;

	local known = MinDataStore($host_data=set(), $subnet_data=set(), $string_data=set());

	for ( host in data_store$host_data )
		add known$host_data[host];

	for ( net in data_store$subnet_data )
		add known$subnet_data[net];

	for ( [text, kind] in data_store$string_data )
		add known$string_data[text, kind];

	Cluster::publish(Cluster::node_topic(name), Intel::new_min_data_store, known);
	}

# A new indicator goes to all workers: by way of a proxy, if there is one.
event Intel::new_item(item: Item) &priority=5
	{
	if ( ! Cluster::publish_rr(Cluster::proxy_pool, "Intel::insert_rr_key", Intel::insert_indicator, item) )
		Cluster::publish(Cluster::worker_topic, Intel::insert_indicator, item);
	}

event Intel::insert_item(item: Item) &priority=5
	{
	_insert(item, T);
	}

event Intel::remove_item(item: Item, purge_indicator: bool) &priority=5
	{
	remove(item, purge_indicator);
	}

event Intel::remove_indicator(item: Item)
	{
	Cluster::publish(Cluster::worker_topic, Intel::remove_indicator, item);
	}

event Intel::match_remote(s: Seen) &priority=5
	{
	if ( find(s) )
		event Intel::match(s, get_items(s));
	}
@endif

@if ( Cluster::local_node_type() == Cluster::PROXY )
event Intel::insert_indicator(item: Item) &priority=5
	{
	Cluster::publish(Cluster::worker_topic, Intel::insert_indicator, item);
	}
@endif

@if ( Cluster::local_node_type() == Cluster::WORKER )
redef have_full_data = F;

event Intel::match_remote(s: Seen) &priority=5
	{
	Cluster::publish(Cluster::manager_topic, Intel::match_remote, s);
	}

event Intel::remove_item(item: Item, purge_indicator: bool) &priority=5
	{
	Cluster::publish(Cluster::manager_topic, Intel::remove_item, item, purge_indicator);
	}

event Intel::insert_indicator(item: Item) &priority=5
	{
	_insert(item, F);
	}

event Intel::remove_indicator(item: Item) &priority=5
	{
	switch ( item$indicator_type )
		{
		case ADDR:
			delete min_data_store$host_data[to_addr(item$indicator)];
			break;

		case SUBNET:
			delete min_data_store$subnet_data[to_subnet(item$indicator)];
			break;

		default:
			delete min_data_store$string_data[to_lower(item$indicator), item$indicator_type];
			break;
		}
	}

event Intel::new_min_data_store(store: MinDataStore)
	{
	for ( host in store$host_data )
		if ( host !in min_data_store$host_data )
			{
			add min_data_store$host_data[host];
			hook Intel::indicator_inserted(cat(host), ADDR);
			}

	for ( net in store$subnet_data )
		if ( ! check_subnet(net, min_data_store$subnet_data) )
			{
			add min_data_store$subnet_data[net];
			hook Intel::indicator_inserted(cat(net), SUBNET);
			}

	for ( [text, kind] in store$string_data )
		if ( [text, kind] !in min_data_store$string_data )
			{
			add min_data_store$string_data[text, kind];
			hook Intel::indicator_inserted(text, kind);
			}
	}
@endif
