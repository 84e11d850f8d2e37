# What the WebSocket part declares: functions.

module WebSocket;

export {
	## Answers WebSocket::configure_analyzer.
	##
	## c: The connection.
	##
	## aid: The analyzer's id.
	##
	## config: What is inside, and what was agreed on.
	##
	## Returns: True if the analyzer took it.
	global WebSocket::__configure_analyzer: function(c: connection, aid: count, config: WebSocket::AnalyzerConfig): bool;
}
