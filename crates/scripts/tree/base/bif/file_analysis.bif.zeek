# Built-in declarations: file analysis.

module Files;

export {
	global Files::__set_timeout_interval: function(file_id: string, t: interval): bool;
	global Files::__enable_reassembly: function(file_id: string): bool;
	global Files::__disable_reassembly: function(file_id: string): bool;
	global Files::__set_reassembly_buffer: function(file_id: string, max: count): bool;
	global Files::__enable_analyzer: function(tag: Files::Tag): bool;
	global Files::__disable_analyzer: function(tag: Files::Tag): bool;
	global Files::__analyzer_enabled: function(tag: Files::Tag): bool;
	global Files::__add_analyzer: function(file_id: string, tag: Files::Tag, args: any): bool;
	global Files::__remove_analyzer: function(file_id: string, tag: Files::Tag, args: any): bool;
	global Files::__stop: function(file_id: string): bool;
	global Files::__analyzer_name: function(tag: Files::Tag): string;
	global Files::__file_exists: function(fuid: string): bool;
	global Files::__lookup_file: function(fuid: string): fa_file;
}

module GLOBAL;

export {
	global set_file_handle: function(handle: string): any;
}
