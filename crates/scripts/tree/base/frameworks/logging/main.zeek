# Logging: streams, filters, rotation.

module Log;

export {
	type Log::ID: enum {
		UNKNOWN,
		PRINTLOG,
	};

	const enable_local_logging = T &redef;
	const enable_remote_logging = T &redef;
	const default_writer = WRITER_ASCII &redef;
	const default_logdir = "" &redef;
	const separator = "\t" &redef;
	const set_separator = "," &redef;
	const empty_field = "(empty)" &redef;
	const unset_field = "-" &redef;
	global default_path_func: function(id: ID, path: string, rec: any): string &redef;

	type PrintLogInfo: record {
		ts: time &log;
		vals: string_vec &log;
	};

	type PrintLogType: enum {
		REDIRECT_NONE,
		REDIRECT_STDOUT,
		REDIRECT_ALL,
	};

	global log_print: event(rec: PrintLogInfo);
	const print_to_log: PrintLogType = REDIRECT_NONE &redef;
	const print_log_path = "print" &redef;

	type RotationInfo: record {
		writer: Writer;
		fname: string;
		path: string;
		open: time;
		close: time;
		terminating: bool;
	};

	type RotationPostProcessorFunc: function(info: Log::RotationInfo): bool;

	type RotationFmtInfo: record {
		writer: Writer;
		path: string;
		open: time;
		close: time;
		terminating: bool;
		postprocessor: RotationPostProcessorFunc &optional;
	};

	const default_rotation_interval = 0 secs &redef;
	option default_rotation_dir = "";

	type RotationPath: record {
		dir: string &default=default_rotation_dir;
		file_basename: string;
	};

	const rotation_format_func: function(ri: RotationFmtInfo): RotationPath &redef;
	const default_rotation_date_format = "%Y-%m-%d-%H-%M-%S" &redef;
	const default_rotation_postprocessor_cmd = "" &redef;
	option default_rotation_postprocessor_cmd_env: table[string] of string = {};
	const default_rotation_postprocessors: table[Writer] of function(info: RotationInfo): bool &redef;
	const default_mail_alarms_interval = 0 secs &redef;
	const default_field_name_map: table[string] of string = table() &redef;
	const default_scope_sep = "." &redef;
	const Log::default_ext_prefix: string = "_" &redef;
	const Log::default_ext_func: function(path: string): any = function(path: string) { } &redef;
	const default_max_delay_interval = 200 msec &redef;
	const default_max_delay_queue_size = 1000 &redef;

	type Filter: record {
		name: string;
		writer: Writer &default=default_writer;
		path: string &optional;
		path_func: function(id: ID, path: string, rec: any): string &optional;
		include: set[string] &optional;
		exclude: set[string] &optional;
		log_local: bool &default=enable_local_logging;
		log_remote: bool &default=enable_remote_logging;
		field_name_map: table[string] of string &default=default_field_name_map;
		scope_sep: string &default=default_scope_sep;
		ext_prefix: string &default=default_ext_prefix;
		ext_func: function(path: string): any &default=default_ext_func;
		interv: interval &default=default_rotation_interval;
		postprocessor: function(info: RotationInfo): bool &optional;
		config: table[string] of string &default=table();
	};

	type StreamPolicyHook: hook(rec: any, id: ID);
	type PolicyHook: hook(rec: any, id: ID, filter: Filter);

	redef record Filter += {
		policy: PolicyHook &optional;
	};

	type Stream: record {
		columns: any;
		ev: any &optional;
		path: string &optional;
		policy: PolicyHook &optional;
		event_groups: set[string] &default=set();
		max_delay_interval: interval &default=default_max_delay_interval;
		max_delay_queue_size: count &default=default_max_delay_queue_size;
	};

	const no_filter = Filter($name = "<not found>");
	global create_stream: function(id: ID, stream: Stream): bool;
	global remove_stream: function(id: ID): bool;
	global enable_stream: function(id: ID): bool;
	global disable_stream: function(id: ID): bool;
	global add_filter: function(id: ID, filter: Filter): bool;
	global remove_filter: function(id: ID, name: string): bool;
	global get_filter_names: function(id: ID): set[string];
	global get_filter: function(id: ID, name: string): Filter;
	global write: function(id: ID, columns: any): bool;
	global set_buf: function(id: ID, buffered: bool): bool;
	global flush: function(id: ID): bool;
	global add_default_filter: function(id: ID): bool;
	global remove_default_filter: function(id: ID): bool;
	global run_rotation_postprocessor_cmd: function(info: RotationInfo, npath: string): bool;
	global active_streams: table[ID] of Stream = table();
	global log_stream_policy: Log::StreamPolicyHook;
	type PostDelayCallback: function(rec: any, id: ID): bool;
	type DelayToken: opaque of LogDelayToken;
	global empty_post_delay_cb: PostDelayCallback;
	global delay: function(id: ID, rec: any, post_delay_cb: PostDelayCallback &default=empty_post_delay_cb): DelayToken;
	global delay_finish: function(id: ID, rec: any, token: DelayToken): bool;
	global set_max_delay_interval: function(id: Log::ID, max_delay: interval): bool;
	global set_max_delay_queue_size: function(id: Log::ID, queue_size: count): bool;
	global get_delay_queue_size: function(id: Log::ID): int;
}

# All streams that were created; active_streams has those that are enabled.
global all_streams: table[ID] of Stream = table();

# Filters by stream and name, so that scripts can read and change them.
global stream_filters: table[ID] of set[string] = table();
global filters: table[ID, string] of Filter;

@load base/bif/logging.bif

module Log;

# Converts CamelCase to camel_case.
function snake_case(name: string): string
	{
	local snake = "";
	local after_capital = T;

	for ( letter in name )
		{
		local capital = /[A-Z]/ == letter;

		if ( capital && ! after_capital )
			snake += "_";

		snake += letter;
		after_capital = capital;
		}

	return to_lower(snake);
	}

# Returns the default path, from the stream's name: "notice" for Notice::LOG, "knownhosts_policy" for
# KnownHosts::POLICY_LOG. A path that the filter or its function chose before stays.
function default_path_func(id: ID, path: string, rec: any): string
	{
	if ( path != "" )
		return path;

	local name = cat(id);
	local parts = split_string1(name, /::/);

	if ( |parts| != 2 )
		return to_lower(name);

	if ( parts[1] == "LOG" )
		return snake_case(parts[0]);

	return to_lower(cat(parts[0], "_", sub(parts[1], /_LOG$/, "")));
	}

# Handles a rotated log whose filter has no postprocessor. Doing nothing counts as success.
function __default_rotation_postprocessor(info: RotationInfo): bool &is_used
	{
	if ( info$writer !in default_rotation_postprocessors )
		return T;

	return default_rotation_postprocessors[info$writer](info);
	}

function run_rotation_postprocessor_cmd(info: RotationInfo, npath: string): bool
	{
	if ( default_rotation_postprocessor_cmd == "" )
		return T;

	# The arguments of the command are an interface: new name, path, open and close time, whether the program
	# terminates, and the type of the writer ("ascii").
	local when_format = "%y-%m-%d_%H.%M.%S";
	local writer = sub(to_lower(cat(info$writer)), /^log::writer_/, "");
	local command = fmt("%s %s %s %s %s %d %s", default_rotation_postprocessor_cmd, safe_shell_quote(npath),
	                    safe_shell_quote(info$path), strftime(when_format, info$open),
	                    strftime(when_format, info$close), info$terminating, writer);

	system_env(command, default_rotation_postprocessor_cmd_env);
	return T;
	}

function default_ascii_rotation_postprocessor_func(info: Log::RotationInfo): bool
	{
	return run_rotation_postprocessor_cmd(info, info$fname);
	}

redef default_rotation_postprocessors += {
	[WRITER_ASCII] = default_ascii_rotation_postprocessor_func,
};

# Text logs with default handling have a dot and a long date in their names, all others a dash and a short date.
function rotation_format_func(ri: RotationFmtInfo): RotationPath
	{
	local plain = ri$writer == WRITER_ASCII && ri$postprocessor == __default_rotation_postprocessor &&
	    WRITER_ASCII in default_rotation_postprocessors &&
	    default_rotation_postprocessors[WRITER_ASCII] == default_ascii_rotation_postprocessor_func;

	if ( plain )
		return RotationPath($file_basename=cat(ri$path, ".", strftime(default_rotation_date_format, ri$open)));

	return RotationPath($file_basename=cat(ri$path, "-", strftime("%y-%m-%d_%H.%M.%S", ri$open)));
	}

function create_stream(id: ID, stream: Stream): bool
	{
	if ( ! __create_stream(id, stream) )
		return F;

	all_streams[id] = stream;
	active_streams[id] = stream;
	return add_default_filter(id);
	}

function remove_stream(id: ID): bool
	{
	if ( id in stream_filters )
		{
		for ( name in stream_filters[id] )
			delete filters[id, name];

		delete stream_filters[id];
		}

	delete active_streams[id];
	delete all_streams[id];
	return __remove_stream(id);
	}

# Disables the handlers of a stream while it is off: modules or event groups, as its event_groups names them.
function switch_event_groups(stream: Stream, on: bool)
	{
	for ( group in stream$event_groups )
		{
		if ( has_module_events(group) )
			{
			if ( on )
				enable_module_events(group);
			else
				disable_module_events(group);
			}

		if ( has_event_group(group) )
			{
			if ( on )
				enable_event_group(group);
			else
				disable_event_group(group);
			}
		}
	}

function disable_stream(id: ID): bool
	{
	delete active_streams[id];

	if ( id in all_streams )
		switch_event_groups(all_streams[id], F);

	return __disable_stream(id);
	}

function enable_stream(id: ID): bool
	{
	if ( ! __enable_stream(id) )
		return F;

	if ( id in all_streams )
		{
		active_streams[id] = all_streams[id];
		switch_event_groups(all_streams[id], T);
		}

	return T;
	}

function add_filter(id: ID, filter: Filter): bool
	{
	local stream = all_streams[id];

	if ( ! filter?$path && stream?$path )
		filter$path = stream$path;

	if ( ! filter?$path && ! filter?$path_func )
		filter$path_func = default_path_func;

	if ( ! __add_filter(id, filter) )
		return F;

	if ( id !in stream_filters )
		stream_filters[id] = set();

	add stream_filters[id][filter$name];
	filters[id, filter$name] = filter;
	return T;
	}

function remove_filter(id: ID, name: string): bool
	{
	if ( id in stream_filters )
		delete stream_filters[id][name];

	delete filters[id, name];
	return __remove_filter(id, name);
	}

function get_filter_names(id: ID): set[string]
	{
	return id in stream_filters ? stream_filters[id] : set();
	}

function get_filter(id: ID, name: string): Filter
	{
	return [id, name] in filters ? filters[id, name] : no_filter;
	}

function add_default_filter(id: ID): bool
	{
	return add_filter(id, Filter($name="default"));
	}

function remove_default_filter(id: ID): bool
	{
	return remove_filter(id, "default");
	}

function write(id: ID, columns: any): bool
	{
	return __write(id, columns);
	}

function set_buf(id: ID, buffered: bool): bool
	{
	return __set_buf(id, buffered);
	}

function flush(id: ID): bool
	{
	return __flush(id);
	}

function empty_post_delay_cb(rec: any, id: ID): bool
	{
	return T;
	}

function delay(id: ID, rec: any, post_delay_cb: PostDelayCallback &default=empty_post_delay_cb): DelayToken
	{
	return __delay(id, rec, post_delay_cb);
	}

function delay_finish(id: ID, rec: any, token: DelayToken): bool
	{
	return __delay_finish(id, rec, token);
	}

# Delayed records were promised their time, so the interval can only grow.
function set_max_delay_interval(id: Log::ID, max_delay: interval): bool
	{
	if ( id !in all_streams )
		return F;

	local stream = all_streams[id];

	if ( max_delay > stream$max_delay_interval )
		{
		if ( ! __set_max_delay_interval(id, max_delay) )
			return F;

		stream$max_delay_interval = max_delay;
		}

	return T;
	}

function set_max_delay_queue_size(id: Log::ID, queue_size: count): bool
	{
	if ( id !in all_streams || ! __set_max_delay_queue_size(id, queue_size) )
		return F;

	all_streams[id]$max_delay_queue_size = queue_size;
	return T;
	}

function get_delay_queue_size(id: Log::ID): int
	{
	return __get_delay_queue_size(id);
	}

event zeek_init() &priority=5
	{
	if ( print_to_log == REDIRECT_NONE )
		return;

	create_stream(PRINTLOG, Stream($columns=PrintLogInfo, $ev=log_print, $path=print_log_path));
	}
