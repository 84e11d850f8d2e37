# Analyzers of grammars: their ports and file types, and functions to enable and disable them.

@load base/frameworks/analyzer/main
@load base/frameworks/files/main

module Spicy;

export {
	## Enables a Spicy protocol analyzer, which is the state at the start; what it replaces is off meanwhile.
	##
	## tag: The analyzer.
	##
	## Returns: False if there is no such analyzer.
	global enable_protocol_analyzer: function(tag: Analyzer::Tag): bool;

	## Disables a Spicy protocol analyzer; what it replaces works again.
	##
	## tag: The analyzer.
	##
	## Returns: False if there is no such analyzer.
	global disable_protocol_analyzer: function(tag: Analyzer::Tag): bool;

	## Enables a Spicy file analyzer, which is the state at the start; what it replaces is off meanwhile.
	##
	## tag: The analyzer.
	##
	## Returns: False if there is no such analyzer.
	global enable_file_analyzer: function(tag: Files::Tag): bool;

	## Disables a Spicy file analyzer; what it replaces works again.
	##
	## tag: The analyzer.
	##
	## Returns: False if there is no such analyzer.
	global disable_file_analyzer: function(tag: Files::Tag): bool;

	## What the process uses.
	global resource_usage: function(): Spicy::ResourceUsage;
}

function enable_protocol_analyzer(tag: Analyzer::Tag): bool
	{
	return Spicy::__toggle_analyzer(tag, T);
	}

function disable_protocol_analyzer(tag: Analyzer::Tag): bool
	{
	return Spicy::__toggle_analyzer(tag, F);
	}

function enable_file_analyzer(tag: Files::Tag): bool
	{
	return Spicy::__toggle_analyzer(tag, T);
	}

function disable_file_analyzer(tag: Files::Tag): bool
	{
	return Spicy::__toggle_analyzer(tag, F);
	}

function resource_usage(): Spicy::ResourceUsage
	{
	return Spicy::__resource_usage();
	}

module GLOBAL;

# Raised at the start for each port that a grammar's .evt file names.
event spicy_analyzer_for_port(a: Analyzer::Tag, p: port) &is_used
	{
	Analyzer::register_for_port(a, p);
	}

# Raised at the start for each type of files that a grammar's .evt file names.
event spicy_analyzer_for_mime_type(a: Files::Tag, mt: string) &is_used
	{
	Files::register_for_mime_type(a, mt);
	}
