# The packet filter: built from the filters of users and scripts, compiled, installed and logged in packet_filter.log.

@load base/frameworks/notice
@load base/frameworks/analyzer
@load ./utils

module PacketFilter;

export {
	redef enum Log::ID += {
		LOG,
	};

	global log_policy: Log::PolicyHook;

	redef enum Notice::Type += {
		Compile_Failure,
		Install_Failure,
		Too_Long_To_Compile_Filter,
	};

	type Info: record {
		## When the filter was set.
		ts: time &log;
		## The node that set it.
		node: string &log &optional;
		## The filter, in tcpdump's language.
		filter: string &log;
		## Whether it was set at the start.
		init: bool &log &default=F;
		## Whether it works.
		success: bool &log &default=T;
		## Why it does not.
		failure_reason: string &log &optional;
	};

	# The filter if no other is set.
	const default_capture_filter = "ip or not ip" &redef;

	# Joined to the whole by "or".
	const unrestricted_filter = "" &redef;

	# Joined to the whole by "and".
	const restricted_filter = "" &redef;

	const max_filter_compile_time = 100 msec &redef;

	global exclude: function(filter_id: string, filter: string): bool;
	global exclude_for: function(filter_id: string, filter: string, span: interval): bool;
	global remove_exclude: function(filter_id: string): bool;
	global install: function(): bool;

	# Called when the filter is built, to add its own part.
	type FilterPlugin: record {
		func: function();
	};

	global register_filter_plugin: function(fp: FilterPlugin);

	# Capture the ports that analyzers are registered for, and nothing else.
	const enable_auto_protocol_capture_filters = F &redef;

	global current_filter = "<not set yet>";
}

redef enum PcapFilterID += {
	DefaultPcapFilter,
	FilterTester,
};

global excluded: table[string] of string = {};
global filter_plugins: set[FilterPlugin] = {};

# Set while a filter is built: plugins may call functions that would install one.
global currently_building = F;

# Set by plugins whose part changed.
global filter_changed = F;

function is_sound(filter: string): bool
	{
	return Pcap::precompile_pcap_filter(FilterTester, filter);
	}

# Ends the program if a filter of the user's does not compile, naming it.
function check_each(filters: table[string] of string, kind: string)
	{
	for ( name, filter in filters )
		if ( ! is_sound(filter) )
			Reporter::fatal(fmt("Invalid %s named '%s' - '%s'", kind, name, filter));
	}

event filter_change_tracking()
	{
	if ( filter_changed )
		install();

	schedule 5 min { filter_change_tracking() };
	}

event zeek_init() &priority=5
	{
	check_each(capture_filters, "capture_filter");
	check_each(restrict_filters, "restrict filter");
	Log::create_stream(LOG, Log::Stream($columns=Info, $path="packet_filter", $policy=log_policy));
	}

event zeek_init() &priority=-6
	{
	install();
	event filter_change_tracking();
	}

function register_filter_plugin(fp: FilterPlugin)
	{
	add filter_plugins[fp];
	}

event remove_dynamic_filter(filter_id: string)
	{
	remove_exclude(filter_id);
	}

function remove_exclude(filter_id: string): bool
	{
	if ( filter_id !in excluded )
		return F;

	delete excluded[filter_id];
	install();
	return T;
	}

function exclude(filter_id: string, filter: string): bool
	{
	if ( ! is_sound(filter) )
		return F;

	excluded[filter_id] = filter;
	install();
	return T;
	}

function exclude_for(filter_id: string, filter: string, span: interval): bool
	{
	if ( ! exclude(filter_id, filter) )
		return F;

	schedule span { remove_dynamic_filter(filter_id) };
	return T;
	}

# Joins filters by an operator.
function join_filters(filters: table[string] of string, op: string): string
	{
	local joined = "";

	for ( _, filter in filters )
		joined = combine_filters(joined, op, filter);

	return joined;
	}

# Returns the filter of what scripts want to see.
function wanted_traffic(): string
	{
	local asked = join_filters(capture_filters, "or");

	if ( enable_auto_protocol_capture_filters )
		return combine_filters(asked, "or", Analyzer::get_bpf());

	return |capture_filters| == 0 ? default_capture_filter : asked;
	}

# Returns the filter that limits it: what users restrict it to, without what scripts exclude.
function limits(): string
	{
	local limit = join_filters(restrict_filters, "and");

	for ( _, unwanted in excluded )
		limit = combine_filters(limit, "and", cat("not (", unwanted, ")"));

	return limit;
	}

function build(): string
	{
	# A filter on the command line replaces all others.
	if ( cmd_line_bpf_filter != "" )
		return cmd_line_bpf_filter;

	currently_building = T;

	for ( plugin in filter_plugins )
		plugin$func();

	local whole = combine_filters(wanted_traffic(), "and", limits());
	currently_building = F;

	return combine_filters(restricted_filter, "and", combine_filters(unrestricted_filter, "or", whole));
	}

# Reports a filter that does not compile or compiles with a warning.
function judge_compilation(filter: string)
	{
	local state = Pcap::get_filter_state(DefaultPcapFilter);
	local reason = Pcap::get_filter_state_string(DefaultPcapFilter);

	if ( state == Pcap::warning )
		{
		# All nodes of a process compile it.
		if ( ! Cluster::joint_logs || Cluster::node == "worker-1" )
			Reporter::warning(fmt("Warning while compiling pcap filter '%s': %s", filter, reason));

		return;
		}

	if ( state != Pcap::fatal )
		return;

	NOTICE(Notice::Info($note=Compile_Failure, $msg="Compiling packet filter failed", $sub=filter));
	local text = fmt("Bad pcap filter '%s': %s", filter, reason);

	# Before the first packet there is no earlier filter to go on with.
	if ( network_time() == double_to_time(0.0) )
		Reporter::fatal(text);
	else
		Reporter::warning(text);
	}

function install(): bool
	{
	if ( currently_building )
		return F;

	local filter = build();

	if ( filter == current_filter )
		return F;

	local started = current_time();

	if ( ! Pcap::precompile_pcap_filter(DefaultPcapFilter, filter) )
		judge_compilation(filter);

	local took = current_time() - started;

	if ( took > max_filter_compile_time )
		NOTICE(Notice::Info($note=Too_Long_To_Compile_Filter,
		                    $msg=fmt("A BPF filter is taking longer than %0.1f seconds to compile", took)));

	current_filter = filter;

	local info = Info($ts=network_time(), $node=peer_description, $filter=filter);

	if ( info$ts == double_to_time(0.0) )
		{
		info$ts = current_time();
		info$init = T;
		}

	# Nodes of one process install the same filter, so only the first worker tells of it.
	local says_so = ! Cluster::joint_logs || Cluster::node == "worker-1";

	if ( ! Pcap::install_pcap_filter(DefaultPcapFilter) )
		{
		info$success = F;
		info$failure_reason = Pcap::get_filter_state_string(DefaultPcapFilter);

		if ( says_so )
			NOTICE(Notice::Info($note=Install_Failure, $msg="Installing packet filter failed", $sub=filter));
		}

	if ( says_so && ( reading_live_traffic() || reading_traces() ) )
		Log::write(LOG, info);

	filter_changed = F;
	return T;
	}
