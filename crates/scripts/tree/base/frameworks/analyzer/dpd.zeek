# Analyzers that fail.

@load ./main

module DPD;

export {
	option max_violations: table[Analyzer::Tag] of count = table() &deprecated="Remove in v8.1" &default=5;
	option ignore_violations: set[Analyzer::Tag] = set();
	option ignore_violations_after = 10 * 1024;
	option track_removed_services_in_connection = F;
}

redef record connection += {
	failed_analyzers: set[string] &default=set() &ordered;
};
