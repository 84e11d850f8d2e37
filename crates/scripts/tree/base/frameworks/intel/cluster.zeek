# Intelligence in a cluster of processes: the manager has all that sources say, workers know the indicators alone and send
# what they see of them.

@load ./main
@load ./input
@load base/frameworks/cluster

module Intel;

export {
	## The manager sends all indicators to a worker that has just come up.
	const send_store_on_node_up = T &redef;

	## The most indicators in a message to workers. Those of a feed then fit into a worker's mailbox. Zeek's workers
	## understand messages with one indicator alone; while there is one, new indicators are sent singly, and it gets those
	## of before in one message.
	const indicators_per_message = 1000 &redef;

	## The topic of messages with many indicators. Zeek's workers do not subscribe to it.
	const indicators_topic = "zeek/intel/indicators" &redef;

	## The beginning of the topics at which the manager asks each worker whether it understands messages with many
	## indicators. Zeek's workers do not subscribe to them.
	const question_topic_prefix = "zeek/intel/question/" &redef;

	## How long a worker that has just come up may take to say that it understands messages with many indicators, before
	## it counts as one of Zeek's.
	const indicators_patience = 2 secs &redef;

	## How many new indicators the manager sends one by one, each as :zeek:see:`Intel::insert_indicator`, before it gathers
	## those that follow. It begins again once no indicator has come for *gather_indicators*.
	const indicators_sent_singly = 100 &redef;

	## How long the manager gathers new indicators for a message.
	const gather_indicators = 0.1 sec &redef;
}

# More indicators than fit into one message.
global insert_indicators: event(store: MinDataStore);

# The manager asks a worker whether it understands them. Each has a topic of its own: an answer to the question to
# another worker would come before the manager has met this one.
global do_you_take_many: event();

# A worker understands them.
global takes_many: event(name: string);

@if ( Cluster::local_node_type() == Cluster::MANAGER )
# Indicators for one message.
type Parcel: record {
	store: MinDataStore;
	size: count;
};

function new_parcel(): Parcel
	{
	return Parcel($store=MinDataStore($host_data=set(), $subnet_data=set(), $string_data=set()), $size=0);
	}

# Workers that are up and have not said that they understand messages with many indicators.
global take_one: set[string];

# Indicators that wait for others to be sent with.
global gathered = new_parcel();

# New indicators since the last pause, and how many of them there were when the manager last looked.
global lately = 0;
global lately_before = 0;

function send_gathered()
	{
	if ( gathered$size > 0 )
		Cluster::publish(indicators_topic, Intel::insert_indicators, gathered$store);

	gathered = new_parcel();
	}

event look_for_pause()
	{
	send_gathered();

	if ( lately == lately_before )
		lately = 0;

	lately_before = lately;

	if ( lately > 0 )
		schedule gather_indicators { look_for_pause() };
	}

# Whether an indicator may wait for others: many came shortly before it.
function is_one_of_many(): bool
	{
	if ( indicators_per_message <= 1 || |take_one| > 0 )
		return F;

	if ( ++lately == 1 )
		schedule gather_indicators { look_for_pause() };

	return lately > indicators_sent_singly;
	}

function gather(item: Item)
	{
	switch ( item$indicator_type )
		{
		case ADDR:
			add gathered$store$host_data[to_addr(item$indicator)];
			break;

		case SUBNET:
			add gathered$store$subnet_data[to_subnet(item$indicator)];
			break;

		default:
			add gathered$store$string_data[to_lower(item$indicator), item$indicator_type];
			break;
		}

	if ( ++gathered$size >= indicators_per_message )
		send_gathered();
	}

# Counts an indicator of a node's first ones, and sends the parcel if it is full. Returns where the next one goes.
function packed(parcel: Parcel, topic: string, most: count): Parcel
	{
	# Zeek's workers expect all of them in one message.
	if ( ++parcel$size < most || most <= 1 )
		return parcel;

	Cluster::publish(topic, Intel::insert_indicators, parcel$store);
	return new_parcel();
	}

# Sends all indicators to a worker, so many in a message; with 1, all in one.
function send_store(name: string, most: count)
	{
	if ( ! send_store_on_node_up )
		return;

	local topic = Cluster::node_topic(name);
	local parcel = new_parcel();

	for ( host in data_store$host_data )
		{
		add parcel$store$host_data[host];
		parcel = packed(parcel, topic, most);
		}

	for ( net in data_store$subnet_data )
		{
		add parcel$store$subnet_data[net];
		parcel = packed(parcel, topic, most);
		}

	for ( [text, kind] in data_store$string_data )
		{
		add parcel$store$string_data[text, kind];
		parcel = packed(parcel, topic, most);
		}

	Cluster::publish(topic, Intel::new_min_data_store, parcel$store);
	}

# A worker that has not answered is one of Zeek's.
event send_at_once(name: string, id: string)
	{
	if ( name in take_one && Cluster::nodes[name]?$id && Cluster::nodes[name]$id == id )
		send_store(name, 1);
	}

event Cluster::node_up(name: string, id: string)
	{
	if ( Cluster::nodes[name]$node_type != Cluster::WORKER )
		return;

	# Over other backends, all nodes are alike.
	if ( Cluster::backend != Cluster::CLUSTER_BACKEND_ZEROMQ )
		{
		send_store(name, indicators_per_message);
		return;
		}

	# Ask. What is on its way to other workers goes out first.
	add take_one[name];
	send_gathered();
	Cluster::publish(cat(question_topic_prefix, name, "/"), Intel::do_you_take_many);
	schedule indicators_patience { send_at_once(name, id) };
	}

event Cluster::node_down(name: string, id: string)
	{
	delete take_one[name];
	}

event Intel::takes_many(name: string)
	{
	if ( name !in take_one )
		return;

	delete take_one[name];
	send_store(name, indicators_per_message);
	}

# A new indicator goes to all workers: by way of a proxy, if there is one. Those of a feed are gathered.
event Intel::new_item(item: Item) &priority=5
	{
	if ( is_one_of_many() )
		gather(item);
	else if ( ! Cluster::publish_rr(Cluster::proxy_pool, "Intel::insert_rr_key", Intel::insert_indicator, item) )
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
	# Its insertion may still wait.
	send_gathered();
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

# Notes all indicators of a message.
function list_all(store: MinDataStore)
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

event Intel::new_min_data_store(store: MinDataStore)
	{
	list_all(store);
	}

event Intel::insert_indicators(store: MinDataStore)
	{
	list_all(store);
	}

event Intel::do_you_take_many()
	{
	Cluster::publish(Cluster::manager_topic, Intel::takes_many, Cluster::node);
	}

event zeek_init()
	{
	Cluster::subscribe(indicators_topic);
	# What ends the topic keeps worker-1 from getting the question to worker-10.
	Cluster::subscribe(cat(question_topic_prefix, Cluster::node, "/"));
	}
@endif
