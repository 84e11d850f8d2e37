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

@load base/bif/logging.bif
