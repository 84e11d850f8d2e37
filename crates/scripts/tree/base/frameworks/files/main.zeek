# The files framework: analyzers of files, handles that identify files, files.log.

@load base/bif/file_analysis.bif
@load base/frameworks/analyzer
@load base/frameworks/logging
@load base/utils/site

module Files;

export {
	redef enum Log::ID += {
		LOG,
	};

	global log_policy: Log::PolicyHook;

	type AnalyzerArgs: record {
		chunk_event: event(f: fa_file, data: string, off: count) &optional;
		stream_event: event(f: fa_file, data: string) &optional;
	} &redef;

	type Info: record {
		## When the file was first seen.
		ts: time &log;
		## The file's unique identifier, the same in all logs.
		fuid: string &log;
		## The connection that carried the file, if only one did.
		uid: string &log &optional;
		## The addresses and ports of that connection.
		id: conn_id &log &optional;
		## Where the file came from, usually a protocol such as `HTTP`.
		source: string &log &optional;
		## The file's place in its source, such as its number in an HTTP session or an e-mail.
		depth: count &default=0 &log;
		## The analyzers that read the file.
		analyzers: set[string] &default=string_set() &log;
		## The type that the file's first bytes show.
		mime_type: string &log &optional;
		## The name that the protocol gives, if any.
		filename: string &log &optional;
		## From the first to the last byte.
		duration: interval &log &default=0 secs;
		## Whether the sender's host is in `Site::local_nets`.
		local_orig: bool &log &optional;
		## Whether the originator of the connection sent the file.
		is_orig: bool &log &optional;
		## Bytes that were analyzed.
		seen_bytes: count &log &default=0;
		## The size that the protocol announced, if any.
		total_bytes: count &log &optional;
		## Bytes that never arrived here.
		missing_bytes: count &log &default=0;
		## Bytes that were not analyzed because they repeated others or did not fit into a buffer.
		overflow_bytes: count &log &default=0;
		## Whether the analysis ended because no more bytes came.
		timedout: bool &log &default=F;
		## The file that contained this one, such as an archive.
		parent_fuid: string &log &optional;
	} &redef;

	const disable: table[Files::Tag] of bool = table() &redef;
	const analyze_by_mime_type_automatically = T &redef;
	option enable_reassembler = T;
	const reassembly_buffer_size = 524288 &redef;
	global file_exists: function(fuid: string): bool;
	global lookup_file: function(fuid: string): fa_file;
	global enable_reassembly: function(f: fa_file);
	global disable_reassembly: function(f: fa_file);
	global set_reassembly_buffer_size: function(f: fa_file, max: count);
	global set_timeout_interval: function(f: fa_file, t: interval): bool;
	global enable_analyzer: function(tag: Files::Tag): bool;
	global disable_analyzer: function(tag: Files::Tag): bool;
	global analyzer_enabled: function(tag: Files::Tag): bool;
	global add_analyzer: function(f: fa_file, tag: Files::Tag, args: AnalyzerArgs &default=AnalyzerArgs()): bool;
	global remove_analyzer: function(f: fa_file, tag: Files::Tag, args: AnalyzerArgs &default=AnalyzerArgs()): bool;
	global stop: function(f: fa_file): bool;
	global analyzer_name: function(tag: Files::Tag): string;
	global describe: function(f: fa_file): string;

	type ProtoRegistration: record {
		get_file_handle: function(c: connection, is_orig: bool): string;
		describe: function(f: fa_file): string &default=function(f: fa_file): string { return ""; };
	};

	global register_protocol: function(tag: Analyzer::Tag, reg: ProtoRegistration): bool;
	global register_analyzer_add_callback: function(tag: Files::Tag, callback: function(f: fa_file, args: AnalyzerArgs));
	global register_for_mime_types: function(tag: Files::Tag, mts: set[string]): bool;
	global register_for_mime_type: function(tag: Files::Tag, mt: string): bool;
	global registered_mime_types: function(tag: Files::Tag): set[string];
	global all_registered_mime_types: function(): table[Files::Tag] of set[string];
	global log_files: event(rec: Info);
}

redef record fa_file += {
	info: Info &optional;
};

# What protocols registered for their files.
global registered_protocols: table[Analyzer::Tag] of ProtoRegistration = table();

# The types that analyzers are registered for, by analyzer and by type.
global mime_types: table[Files::Tag] of set[string];
global mime_type_to_analyzers: table[string] of set[Files::Tag];

global analyzer_add_callbacks: table[Files::Tag] of function(f: fa_file, args: AnalyzerArgs) = table();

# Protocols without a handle that were warned about.
global handle_warned: set[Analyzer::Tag];

event zeek_init() &priority=5
	{
	Log::create_stream(Files::LOG, Log::Stream($columns=Info, $ev=log_files, $path="files", $policy=log_policy));
	}

# Creates or updates the row of a file.
function set_info(f: fa_file)
	{
	if ( ! f?$info )
		f$info = Info($ts=f$last_active, $fuid=f$id);

	local row = f$info;

	if ( f?$parent_id )
		row$parent_fuid = f$parent_id;
	if ( f?$source )
		row$source = f$source;
	if ( f?$total_bytes )
		row$total_bytes = f$total_bytes;
	if ( f?$is_orig )
		row$is_orig = f$is_orig;

	row$duration = f$last_active - row$ts;
	row$seen_bytes = f$seen_bytes;
	row$missing_bytes = f$missing_bytes;
	row$overflow_bytes = f$overflow_bytes;
	}

function file_exists(fuid: string): bool
	{
	return __file_exists(fuid);
	}

function lookup_file(fuid: string): fa_file
	{
	return __lookup_file(fuid);
	}

function set_timeout_interval(f: fa_file, t: interval): bool
	{
	return __set_timeout_interval(f$id, t);
	}

function enable_reassembly(f: fa_file)
	{
	__enable_reassembly(f$id);
	}

function disable_reassembly(f: fa_file)
	{
	__disable_reassembly(f$id);
	}

function set_reassembly_buffer_size(f: fa_file, max: count)
	{
	__set_reassembly_buffer(f$id, max);
	}

function enable_analyzer(tag: Files::Tag): bool
	{
	return __enable_analyzer(tag);
	}

function disable_analyzer(tag: Files::Tag): bool
	{
	return __disable_analyzer(tag);
	}

function analyzer_enabled(tag: Files::Tag): bool
	{
	return __analyzer_enabled(tag);
	}

# Notes an analyzer in the file's row, and lets its callback complete the arguments.
function prepare(f: fa_file, tag: Files::Tag, args: AnalyzerArgs)
	{
	add f$info$analyzers[analyzer_name(tag)];

	if ( tag in analyzer_add_callbacks )
		analyzer_add_callbacks[tag](f, args);
	}

function add_analyzer(f: fa_file, tag: Files::Tag, args: AnalyzerArgs): bool
	{
	if ( ! analyzer_enabled(tag) )
		return F;

	prepare(f, tag, args);
	local added = __add_analyzer(f$id, tag, args);

	if ( ! added )
		Reporter::warning(fmt("Analyzer %s not added successfully to file %s.", tag, f$id));

	return added;
	}

function remove_analyzer(f: fa_file, tag: Files::Tag, args: AnalyzerArgs): bool
	{
	return __remove_analyzer(f$id, tag, args);
	}

function stop(f: fa_file): bool
	{
	return __stop(f$id);
	}

function analyzer_name(tag: Files::Tag): string
	{
	return __analyzer_name(tag);
	}

function register_analyzer_add_callback(tag: Files::Tag, callback: function(f: fa_file, args: AnalyzerArgs))
	{
	analyzer_add_callbacks[tag] = callback;
	}

function register_protocol(tag: Analyzer::Tag, reg: ProtoRegistration): bool
	{
	local is_new = tag !in registered_protocols;
	registered_protocols[tag] = reg;
	return is_new;
	}

function register_for_mime_types(tag: Files::Tag, mts: set[string]): bool
	{
	local all_done = T;

	for ( mt in mts )
		all_done = register_for_mime_type(tag, mt) && all_done;

	return all_done;
	}

function register_for_mime_type(tag: Files::Tag, mt: string): bool
	{
	if ( mt in mime_type_to_analyzers )
		add mime_type_to_analyzers[mt][tag];
	else
		mime_type_to_analyzers[mt] = set(tag);

	if ( tag in mime_types )
		add mime_types[tag][mt];
	else
		mime_types[tag] = set(mt);

	return T;
	}

function registered_mime_types(tag: Files::Tag): set[string]
	{
	if ( tag in mime_types )
		return mime_types[tag];

	return set();
	}

function all_registered_mime_types(): table[Files::Tag] of set[string]
	{
	return mime_types;
	}

function describe(f: fa_file): string
	{
	local described = Analyzer::has_tag(f$source) && Analyzer::get_tag(f$source) in registered_protocols;

	return described ? registered_protocols[Analyzer::get_tag(f$source)]$describe(f) : "";
	}

event get_file_handle(tag: Analyzer::Tag, c: connection, is_orig: bool) &priority=5
	{
	if ( tag in registered_protocols )
		{
		set_file_handle(registered_protocols[tag]$get_file_handle(c, is_orig));
		return;
		}

	if ( tag !in handle_warned )
		{
		add handle_warned[tag];
		Reporter::warning(fmt("get_file_handle() handler missing for %s", tag));
		}

	set_file_handle(fmt("%s-fallback-%s-%s-%s", tag, c$uid, is_orig, network_time()));
	}

event file_new(f: fa_file) &priority=10
	{
	set_info(f);

	if ( enable_reassembler )
		{
		enable_reassembly(f);
		set_reassembly_buffer_size(f, reassembly_buffer_size);
		}
	}

event file_over_new_connection(f: fa_file, c: connection, is_orig: bool) &priority=10
	{
	set_info(f);

	if ( |Site::local_nets| > 0 )
		f$info$local_orig = Site::is_local_addr(f$is_orig ? c$id$orig_h : c$id$resp_h);
	}

event file_sniff(f: fa_file, meta: fa_metadata) &priority=10
	{
	set_info(f);

	if ( ! meta?$mime_type )
		return;

	f$info$mime_type = meta$mime_type;

	if ( ! analyze_by_mime_type_automatically || meta$mime_type !in mime_type_to_analyzers )
		return;

	for ( tag in mime_type_to_analyzers[meta$mime_type] )
		add_analyzer(f, tag);
	}

event file_timeout(f: fa_file) &priority=10
	{
	set_info(f);
	f$info$timedout = T;
	}

event file_state_remove(f: fa_file) &priority=10
	{
	set_info(f);
	}

# Logs a file's row for one of the connections that carried it.
function write_row(f: fa_file, c: connection, only: bool)
	{
	# Rows are passed by reference: each of several connections gets its own.
	local row = only ? f$info : copy(f$info);

	row$id = c$id;
	row$uid = c$uid;
	Log::write(Files::LOG, row);
	}

event file_state_remove(f: fa_file) &priority=-10
	{
	local carriers = f?$conns ? |f$conns| : 0;

	if ( carriers > 0 )
		for ( _, carrier in f$conns )
			write_row(f, carrier, carriers == 1);
	else
		Log::write(Files::LOG, f$info);
	}
