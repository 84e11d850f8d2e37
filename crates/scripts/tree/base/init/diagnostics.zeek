# Introspection: identifiers, fields, backtraces, assertions.

type PluginComponent: record {
	name: string;
	canonical_name: string;
	tag: string;
	enabled: bool;
};

type plugin_component_vec: vector of PluginComponent;
const zeek_script_args: vector of string = vector();
const log_rotate_base_time = "0:00" &redef;
const peer_description = "zeek" &redef;
const global_hash_seed: string = "" &redef;
const bits_per_uid: count = 96 &redef;
const digest_salt = "Please change this value." &redef;
const max_find_all_string_length: int = 10000 &redef;
const running_under_test: bool = F &redef;

module EventMetadata;

export {
	type ID: enum {
		NETWORK_TIMESTAMP = 1,
	};

	type Entry: record {
		id: EventMetadata::ID;
		val: any;
	};

	const add_network_timestamp: bool = F &redef;
	const add_missing_remote_network_timestamp: bool = F &redef;
}

module GLOBAL;

type event_metadata_vec: vector of EventMetadata::Entry;
type var_sizes: table[string] of count;

type script_id: record {
	type_name: string;
	exported: bool;
	constant: bool;
	enum_constant: bool;
	option_value: bool;
	redefinable: bool;
	broker_backend: bool;
	value: any &optional;
};

type id_table: table[string] of script_id;

type record_field: record {
	type_name: string;
	log: bool;
	value: any &optional;
	default_val: any &optional;
	optional: bool;
};

type record_field_table: table[string] of record_field;

type call_argument: record {
	name: string;
	type_name: string;
	default_val: any &optional;
	value: any &optional;
};

type call_argument_vector: vector of call_argument;

type BacktraceElement: record {
	function_name: string;
	function_args: call_argument_vector;
	file_location: string &optional;
	line_location: count &optional;
};

type Backtrace: vector of BacktraceElement;
type assertion_failure: hook(cond: string, msg: string, bt: Backtrace);
type assertion_result: hook(result: bool, cond: string, msg: string, bt: Backtrace);

type rotate_info: record {
	old_name: string;
	new_name: string;
	open: time;
	close: time;
};

type sw_params: record {
	min_strlen: count &default=3;
	sw_variant: count &default=0;
};

type sw_align: record {
	str: string;
	index: count;
};

type sw_align_vec: vector of sw_align;

type sw_substring: record {
	str: string;
	aligns: sw_align_vec;
	new: bool;
};

type sw_substring_vec: vector of sw_substring;

## Measures of the randomness of bytes.
type entropy_test_result: record {
	entropy: double;
	chi_square: double;
	mean: double;
	monte_carlo_pi: double;
	serial_correlation: double;
};

type from_json_result: record {
	v: any &optional;
	valid: bool;
	err: string &optional;
};

const watchdog_interval = 10 sec &redef;
const max_timer_expires = 300 &redef;
global profiling_file: file &redef;
const profiling_interval = 0 secs &redef;
const expensive_profiling_multiple = 0 &redef;

type pkt_profile_modes: enum {
	PKT_PROFILE_MODE_NONE,
	PKT_PROFILE_MODE_SECS,
	PKT_PROFILE_MODE_PKTS,
	PKT_PROFILE_MODE_BYTES,
};

const pkt_profile_mode = PKT_PROFILE_MODE_NONE &redef;
const pkt_profile_freq = 0.0 &redef;
global pkt_profile_file: file &redef;

module Threading;

export {
	const heartbeat_interval = 1.0 secs &redef;
}

module JSON;

export {
	type TimestampFormat: enum {
		TS_EPOCH,
		TS_MILLIS,
		TS_MILLIS_UNSIGNED,
		TS_ISO8601,
	};
}

module Reporter;

export {
	const info_to_stderr = T &redef;
	const warnings_to_stderr = T &redef;
	const errors_to_stderr = T &redef;
}

module Weird;

export {
	option sampling_whitelist: set[string] = {};
	option sampling_global_list: set[string] = {};
	option sampling_threshold: count = 25;
	option sampling_rate: count = 1000;
	option sampling_duration = 10 min;
}

module BinPAC;

export {
	const flowbuffer_capacity_max = 10 * 1024 * 1024 &redef;
	const flowbuffer_capacity_min = 512 &redef;
	const flowbuffer_contract_threshold = 2 * 1024 * 1024 &redef;
}

module GLOBAL;
