# Analyzers of grammars: their ports and file types, and functions to enable and disable them.

@load base/frameworks/analyzer/main
@load base/frameworks/files/main

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
