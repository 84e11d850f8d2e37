# The packet filter: built from what scripts want to see and what they do not, compiled, installed, and logged in
# packet_filter.log.

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
		ts: time &log;
		node: string &log &optional;
		filter: string &log;
		# Before the first packet: ts is the wall clock's.
		init: bool &log &default=F;
		success: bool &log &default=T;
		failure_reason: string &log &optional;
	};

	# Where nobody asks for anything.
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

	# Called whenever the filter is built, and may add to what it is built from.
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

# Plugins may call what would install a filter: not while one is built.
global currently_building = F;

# Set by plugins whose part has changed.
global filter_changed = F;

function is_sound(filter: string): bool
	{
	return Pcap::precompile_pcap_filter(FilterTester, filter);
	}

event filter_change_tracking()
	{
	if ( filter_changed )
		install();

	schedule 5 min { filter_change_tracking() };
	}

event zeek_init() &priority=5
	{
	Log::create_stream(LOG, Log::Stream($columns=Info, $path="packet_filter", $policy=log_policy));

	# One by one, to say which of them is wrong.
	for ( id, filter in capture_filters )
		if ( ! is_sound(filter) )
			Reporter::fatal(fmt("Invalid capture_filter named '%s' - '%s'", id, filter));

	for ( id, filter in restrict_filters )
		if ( ! is_sound(filter) )
			Reporter::fatal(fmt("Invalid restrict filter named '%s' - '%s'", id, filter));
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

function build(): string
	{
	# Who names a filter when starting the program gets that.
	if ( cmd_line_bpf_filter != "" )
		return cmd_line_bpf_filter;

	currently_building = T;

	for ( plugin in filter_plugins )
		plugin$func();

	local wanted = "";

	for ( _, filter in capture_filters )
		wanted = combine_filters(wanted, "or", filter);

	if ( enable_auto_protocol_capture_filters )
		wanted = combine_filters(wanted, "or", Analyzer::get_bpf());
	else if ( |capture_filters| == 0 )
		wanted = default_capture_filter;

	local limits = "";

	for ( _, filter in restrict_filters )
		limits = combine_filters(limits, "and", filter);

	for ( _, filter in excluded )
		limits = combine_filters(limits, "and", cat("not (", filter, ")"));

	local whole = combine_filters(wanted, "and", limits);
	whole = combine_filters(unrestricted_filter, "or", whole);
	whole = combine_filters(restricted_filter, "and", whole);

	currently_building = F;
	return whole;
	}

# What is said about a filter that does not compile, or compiles with a word of warning.
function judge_compilation(filter: string)
	{
	local state = Pcap::get_filter_state(DefaultPcapFilter);
	local reason = Pcap::get_filter_state_string(DefaultPcapFilter);

	if ( state == Pcap::warning )
		{
		Reporter::warning(fmt("Warning while compiling pcap filter '%s': %s", filter, reason));
		return;
		}

	if ( state != Pcap::fatal )
		return;

	NOTICE(Notice::Info($note=Compile_Failure, $msg="Compiling packet filter failed", $sub=filter));
	local text = fmt("Bad pcap filter '%s': %s", filter, reason);

	# Without any packet yet there is nothing that could go on as it was.
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

	if ( ! Pcap::install_pcap_filter(DefaultPcapFilter) )
		{
		info$success = F;
		info$failure_reason = Pcap::get_filter_state_string(DefaultPcapFilter);
		NOTICE(Notice::Info($note=Install_Failure, $msg="Installing packet filter failed", $sub=filter));
		}

	if ( reading_live_traffic() || reading_traces() )
		Log::write(LOG, info);

	filter_changed = F;
	return T;
	}
