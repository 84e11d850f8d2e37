# Built-in declarations: input.

module Input;

export {
	type Input::Event: enum {
		EVENT_NEW = 0,
		EVENT_CHANGED = 1,
		EVENT_REMOVED = 2,
	};

	## Implements Input::add_table.
	##
	## description: The source, and the table to fill.
	##
	## Returns: True if reading begins.
	global Input::__create_table_stream: function(description: Input::TableDescription): bool;

	## Implements Input::add_event.
	##
	## description: The source, and the event for each row.
	##
	## Returns: True if reading begins.
	global Input::__create_event_stream: function(description: Input::EventDescription): bool;

	## Implements Input::add_analysis.
	##
	## description: The source of the file to analyze.
	##
	## Returns: True if reading begins.
	global Input::__create_analysis_stream: function(description: Input::AnalysisDescription): bool;

	## Implements Input::remove.
	##
	## id: The stream's name.
	##
	## Returns: False if there is no such stream.
	global Input::__remove_stream: function(id: string): bool;

	## Implements Input::force_update.
	##
	## id: The stream's name.
	##
	## Returns: False if there is no such stream.
	global Input::__force_update: function(id: string): bool;
}
