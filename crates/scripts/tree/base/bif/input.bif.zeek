# Built-in declarations: input.

module Input;

export {
	type Input::Event: enum {
		EVENT_NEW = 0,
		EVENT_CHANGED = 1,
		EVENT_REMOVED = 2,
	};

	## Answers Input::add_table.
	##
	## description: What is read, and into which table.
	##
	## Returns: True if reading begins.
	global Input::__create_table_stream: function(description: Input::TableDescription): bool;

	## Answers Input::add_event.
	##
	## description: What is read, and the event of each row.
	##
	## Returns: True if reading begins.
	global Input::__create_event_stream: function(description: Input::EventDescription): bool;

	## Answers Input::add_analysis.
	##
	## description: What is read and looked at as a file.
	##
	## Returns: True if reading begins.
	global Input::__create_analysis_stream: function(description: Input::AnalysisDescription): bool;

	## Answers Input::remove.
	##
	## id: The stream's name.
	##
	## Returns: False if there is no such stream.
	global Input::__remove_stream: function(id: string): bool;

	## Answers Input::force_update.
	##
	## id: The stream's name.
	##
	## Returns: False if there is no such stream.
	global Input::__force_update: function(id: string): bool;
}
