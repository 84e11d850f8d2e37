# Analyzers: confirmation, violation, detection.

const sig_max_group_size = 50 &redef;
const dpd_reassemble_first_packets = T &redef;
const dpd_buffer_size = 1024 &redef;
const dpd_max_packets = 100 &redef;
const dpd_match_only_beginning = T &redef;
const dpd_late_match_stop = F &redef;
const dpd_ignore_ports = F &redef;

## A confirmed analyzer.
type AnalyzerConfirmationInfo: record {
	c: connection &optional;
	f: fa_file &optional;
	aid: count &optional;
};

## A violated analyzer, and the reason.
type AnalyzerViolationInfo: record {
	reason: string;
	c: connection &optional;
	f: fa_file &optional;
	aid: count &optional;
	data: string &optional;
};

const max_analyzer_violations = 1000 &redef;

# The effect of `redef signature_files += …`: appends a name after a blank.
function add_signature_file(sofar: string, more: string): string
	{
	return sofar == "" ? more : sofar + " " + more;
	}

global signature_files = "" &add_func = add_signature_file;

type signature_state: record {
	sig_id: string;
	conn: connection;
	is_orig: bool;
	payload_size: count;
};

module Analyzer;

export {
	type disabling_analyzer: hook(c: connection, atype: AllAnalyzers::Tag, aid: count) &redef;
}

module GLOBAL;
