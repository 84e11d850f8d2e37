# Files: analyzers, handles, the log.

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
		ts: time &log;
		fuid: string &log;
		uid: string &log &optional;
		id: conn_id &log &optional;
		source: string &log &optional;
		depth: count &default=0 &log;
		analyzers: set[string] &default=string_set() &log;
		mime_type: string &log &optional;
		filename: string &log &optional;
		duration: interval &log &default=0 secs;
		local_orig: bool &log &optional;
		is_orig: bool &log &optional;
		seen_bytes: count &log &default=0;
		total_bytes: count &log &optional;
		missing_bytes: count &log &default=0;
		overflow_bytes: count &log &default=0;
		timedout: bool &log &default=F;
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
