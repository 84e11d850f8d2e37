# The intelligence framework: a store of indicators, and matches of what is seen in traffic against it.

@load base/frameworks/cluster
@load base/frameworks/notice

module Intel;

export {
	redef enum Log::ID += { LOG };

	global log_policy: Log::PolicyHook;

	## Types of indicators.
	type Type: enum {
		ADDR,
		SUBNET,
		## Without the scheme.
		URL,
		SOFTWARE,
		EMAIL,
		DOMAIN,
		USER_NAME,
		## SHA-1 of a certificate.
		CERT_HASH,
		## MD5 of a public key.
		PUBKEY_HASH,
	};

	type TypeSet: set[Type];

	## What a source says about an indicator. Other scripts add fields.
	type MetaData: record {
		source: string;
		desc: string &optional;
		url: string &optional;
	};

	## An indicator, with what one source says about it.
	type Item: record {
		indicator: string;
		indicator_type: Type;
		meta: MetaData;
	};

	## Where indicators are seen. Other scripts add values.
	type Where: enum {
		IN_ANYWHERE,
	};

	## What was seen: an address, or a text with its type.
	type Seen: record {
		indicator: string &log &optional;
		indicator_type: Type &log &optional;
		host: addr &optional;
		where: Where &log;
		node: string &optional &log;
		conn: connection &optional;
		uid: string &optional;
	};

	## A row of intel.log.
	type Info: record {
		## When the indicator was seen.
		ts: time &log;
		## The connection that showed the indicator.
		uid: string &log &optional;
		## The connection's addresses and ports.
		id: conn_id &log &optional;
		## What was seen, and where.
		seen: Seen &log;
		## The kinds of indicators that matched.
		matched: TypeSet &log;
		## The feeds that listed them.
		sources: set[string] &log &default=string_set();
	};

	global insert: function(item: Item);

	## Removes what a source says about an indicator. With `purge_indicator` all sources are removed.
	global remove: function(item: Item, purge_indicator: bool &default=F);

	## Checks what was seen against the store. Scripts call it with everything that may be an indicator.
	global seen: function(s: Seen);

	global match: event(s: Seen, items: set[Item]);

	## Completes the row of a match. A `break` keeps it out of the log.
	global extend_match: hook(info: Info, s: Seen, items: set[Item]);

	## Sees everything that was checked. A `break` prevents the match.
	global seen_policy: hook(s: Seen, found: bool);

	## How long an indicator stays unless it is inserted again. Negative: forever.
	const item_expiration = -1 min &redef;

	## An indicator expires. A `break` removes it; otherwise its time starts again.
	global item_expired: hook(indicator: string, indicator_type: Type, metas: set[MetaData]);

	## Sees items before they are inserted. A `break` keeps an item out.
	global filter_item: hook(item: Intel::Item);

	global indicator_inserted: hook(indicator: string, indicator_type: Type);
	global indicator_removed: hook(indicator: string, indicator_type: Type);

	global log_intel: event(rec: Info);
}

## This node has what sources say about indicators; otherwise it knows the indicators alone.
const have_full_data = T &redef;

global new_item: event(item: Item);
global remove_item: event(item: Item, purge_indicator: bool);
global remove_indicator: event(item: Item);

# The indicators alone: what a node knows that leaves the rest to the manager of its cluster.
type MinDataStore: record {
	host_data: set[addr];
	subnet_data: set[subnet];
	string_data: set[string, Type];
};

global min_data_store: MinDataStore &redef;

# Between the nodes of a cluster.
global insert_item: event(item: Item);
global insert_indicator: event(item: Item);
global match_remote: event(s: Seen);
global new_min_data_store: event(store: MinDataStore);

# What all sources say about an indicator: JSON, a line for each source. As records in tables it would take several times
# the memory of the file that it came from; as text it takes less than twice as much, and only matches parse it.
type Known: string;

global expire_host_data: function(data: table[addr] of Known, idx: addr): interval;
global expire_subnet_data: function(data: table[subnet] of Known, idx: subnet): interval;
global expire_string_data: function(data: table[string, Type] of Known, idx: any): interval;

# All indicators. Texts are in lower case.
type DataStore: record {
	host_data: table[addr] of Known &write_expire=item_expiration &expire_func=expire_host_data;
	subnet_data: table[subnet] of Known &write_expire=item_expiration &expire_func=expire_subnet_data;
	string_data: table[string, Type] of Known &write_expire=item_expiration &expire_func=expire_string_data;
};

global data_store: DataStore &redef;

# Texts that were stored lately. A source says the same about many indicators: they share one text.
global shared: table[string] of Known;
const max_shared = 1000;

function share(text: string): Known
	{
	if ( text in shared )
		return shared[text];

	if ( |shared| >= max_shared )
		clear_table(shared);

	shared[text] = text;
	return text;
	}

function read_meta(line: string): MetaData
	{
	return from_json(line, MetaData)$v as MetaData;
	}

function metas_in(known: Known): set[MetaData]
	{
	local metas: set[MetaData];

	for ( _, line in split_string(known, /\n/) )
		if ( line != "" )
			add metas[read_meta(line)];

	return metas;
	}

# Returns what the sources other than one say.
function without(known: Known, source: string): Known
	{
	local lines: string_vec = vector();

	for ( _, line in split_string(known, /\n/) )
		if ( line != "" && read_meta(line)$source != source )
			lines += line;

	return join_string_vec(lines, "\n");
	}

event zeek_init() &priority=5
	{
	Log::create_stream(LOG, Log::Stream($columns=Info, $ev=log_intel, $path="intel", $policy=log_policy));
	}

# Formats an indicator for the hooks about insertion and removal.
function canonical(item: Item): string
	{
	switch ( item$indicator_type )
		{
		case ADDR:
			return cat(to_addr(item$indicator));

		case SUBNET:
			return cat(to_subnet(item$indicator));
		}

	return to_lower(item$indicator);
	}

# Whether a node knows an indicator whose sources it does not know.
function is_listed(item: Item): bool
	{
	switch ( item$indicator_type )
		{
		case ADDR:
			return to_addr(item$indicator) in min_data_store$host_data;

		case SUBNET:
			return check_subnet(to_subnet(item$indicator), min_data_store$subnet_data);
		}

	return [to_lower(item$indicator), item$indicator_type] in min_data_store$string_data;
	}

# Whether an indicator is in the store.
function is_known(item: Item): bool
	{
	if ( ! have_full_data )
		return is_listed(item);

	switch ( item$indicator_type )
		{
		case ADDR:
			return to_addr(item$indicator) in data_store$host_data;

		case SUBNET:
			return check_subnet(to_subnet(item$indicator), data_store$subnet_data);
		}

	return [to_lower(item$indicator), item$indicator_type] in data_store$string_data;
	}

# Returns what is known about an indicator of the store.
function known_of(item: Item): Known
	{
	switch ( item$indicator_type )
		{
		case ADDR:
			return data_store$host_data[to_addr(item$indicator)];

		case SUBNET:
			return data_store$subnet_data[to_subnet(item$indicator)];
		}

	return data_store$string_data[to_lower(item$indicator), item$indicator_type];
	}

# Stores what is known about an indicator. Its time starts again.
function store(item: Item, known: Known)
	{
	switch ( item$indicator_type )
		{
		case ADDR:
			data_store$host_data[to_addr(item$indicator)] = known;
			return;

		case SUBNET:
			data_store$subnet_data[to_subnet(item$indicator)] = known;
			return;
		}

	data_store$string_data[to_lower(item$indicator), item$indicator_type] = known;
	}

function drop(item: Item)
	{
	switch ( item$indicator_type )
		{
		case ADDR:
			delete data_store$host_data[to_addr(item$indicator)];
			return;

		case SUBNET:
			delete data_store$subnet_data[to_subnet(item$indicator)];
			return;
		}

	delete data_store$string_data[to_lower(item$indicator), item$indicator_type];
	}

# Removes an indicator, whatever sources it has.
function purge(indicator: string, indicator_type: Type)
	{
	remove(Item($meta=MetaData($source=""), $indicator_type=indicator_type, $indicator=indicator), T);
	}

# Handles the expiry of an indicator. Returns how much longer it stays.
function expire_item(indicator: string, indicator_type: Type, known: Known): interval
	{
	local stays = hook item_expired(indicator, indicator_type, metas_in(known));

	if ( ! stays )
		purge(indicator, indicator_type);

	return stays ? item_expiration : 0 sec;
	}

function expire_host_data(data: table[addr] of Known, idx: addr): interval
	{
	return expire_item(cat(idx), ADDR, data[idx]);
	}

function expire_subnet_data(data: table[subnet] of Known, idx: subnet): interval
	{
	return expire_item(cat(idx), SUBNET, data[idx]);
	}

function expire_string_data(data: table[string, Type] of Known, idx: any): interval
	{
	local indicator: string;
	local indicator_type: Type;
	[indicator, indicator_type] = idx;
	return expire_item(indicator, indicator_type, data[indicator, indicator_type]);
	}

# Whether what was seen is an indicator, or lies in a network that is one.
function find(s: Seen): bool
	{
	if ( ! have_full_data )
		{
		if ( ! s?$host )
			return [to_lower(s$indicator), s$indicator_type] in min_data_store$string_data;

		return s$host in min_data_store$host_data || s$host in min_data_store$subnet_data;
		}

	if ( ! s?$host )
		return [to_lower(s$indicator), s$indicator_type] in data_store$string_data;

	return s$host in data_store$host_data || s$host in data_store$subnet_data;
	}

function add_items(items: set[Item], indicator: string, indicator_type: Type, known: Known)
	{
	for ( meta in metas_in(known) )
		add items[Item($indicator=indicator, $indicator_type=indicator_type, $meta=meta)];
	}

# Returns all items that match what was seen.
function get_items(s: Seen): set[Item]
	{
	local items: set[Item];

	if ( ! s?$host )
		{
		local text = to_lower(s$indicator);

		if ( [text, s$indicator_type] in data_store$string_data )
			add_items(items, s$indicator, s$indicator_type, data_store$string_data[text, s$indicator_type]);

		return items;
		}

	if ( s$host in data_store$host_data )
		add_items(items, cat(s$host), ADDR, data_store$host_data[s$host]);

	local nets: table[subnet] of Known;
	nets = filter_subnet_table(addr_to_subnet(s$host), data_store$subnet_data);

	for ( net, known in nets )
		add_items(items, cat(net), SUBNET, known);

	return items;
	}

# Completes what was seen, and raises the event of its match.
function report_match(s: Seen)
	{
	if ( ! s?$node )
		s$node = peer_description;

	if ( s?$host )
		{
		s$indicator_type = ADDR;
		s$indicator = cat(s$host);
		}

	if ( have_full_data )
		event Intel::match(s, get_items(s));
	else
		event Intel::match_remote(s);
	}

function Intel::seen(s: Seen)
	{
	local known = find(s);
	local wanted = hook Intel::seen_policy(s, known);

	if ( known && wanted )
		report_match(s);
	}

# A row of intel.log, which `extend_match` completes.
function row_of(s: Seen): Info
	{
	return Info($seen=s, $matched=TypeSet(), $ts=network_time());
	}

event Intel::match(s: Seen, items: set[Item]) &priority=5
	{
	local row = row_of(s);

	if ( hook extend_match(row, s, items) )
		Log::write(LOG, row);
	}

hook extend_match(info: Info, s: Seen, items: set[Item]) &priority=5
	{
	for ( item in items )
		{
		add info$matched[item$indicator_type];
		add info$sources[item$meta$source];
		}

	if ( s?$conn )
		{
		info$id = s$conn$id;
		info$uid = s$conn$uid;
		s$uid = s$conn$uid;
		}
	else if ( s?$uid )
		info$uid = s$uid;
	}

# Notes an indicator alone.
function list_indicator(item: Item)
	{
	switch ( item$indicator_type )
		{
		case ADDR:
			add min_data_store$host_data[to_addr(item$indicator)];
			return;

		case SUBNET:
			add min_data_store$subnet_data[to_subnet(item$indicator)];
			return;
		}

	add min_data_store$string_data[to_lower(item$indicator), item$indicator_type];
	}

# Stores an item. Returns whether its indicator is new.
function store_item(item: Item): bool
	{
	local is_new = ! is_known(item);

	if ( ! have_full_data )
		{
		list_indicator(item);
		return is_new;
		}

	local text = to_json(item$meta);

	if ( ! is_new )
		{
		local known = known_of(item);

		# Most often the text is the same as before.
		if ( known == text )
			text = known;
		else
			{
			local others = without(known, item$meta$source);
			text = others == "" ? text : others + "\n" + text;
			}
		}

	store(item, share(text));
	return is_new;
	}

function _insert(item: Item, first_dispatch: bool &default=T)
	{
	if ( ! store_item(item) )
		return;

	if ( first_dispatch )
		event Intel::new_item(item);

	hook Intel::indicator_inserted(canonical(item), item$indicator_type);
	}

function insert(item: Item)
	{
	if ( ! hook filter_item(item) )
		return;

	# The manager hears of every source.
	if ( ! have_full_data )
		Cluster::publish(Cluster::manager_topic, Intel::insert_item, item);

	_insert(item, T);
	}

function remove(item: Item, purge_indicator: bool)
	{
	# The manager knows whether other sources have it, and says so to all.
	if ( ! have_full_data )
		{
		event Intel::remove_item(item, purge_indicator);
		return;
		}

	if ( ! is_known(item) )
		{
		Reporter::info(fmt("Tried to remove non-existing item '%s' (%s).", item$indicator,
		                   item$indicator_type));
		return;
		}

	local others = without(known_of(item), item$meta$source);

	if ( others != "" && ! purge_indicator )
		{
		store(item, share(others));
		return;
		}

	drop(item);
	event Intel::remove_indicator(item);
	}

event remove_indicator(item: Item)
	{
	# It may have been inserted again meanwhile.
	if ( ! is_known(item) )
		hook Intel::indicator_removed(canonical(item), item$indicator_type);
	}
