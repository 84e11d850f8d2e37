module Knock;

export {
	global knocked: event(c: connection, times: count);
	# The tag exists before scripts are read.
	const tag = Analyzer::ANALYZER_SPICY_KNOCK;
}
