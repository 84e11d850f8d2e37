# Declarations of the WebSocket plugin: functions.

module WebSocket;

export {
	## Implements WebSocket::configure_analyzer.
	##
	## c: The connection.
	##
	## aid: The analyzer's id.
	##
	## config: The inner analyzer, and the negotiated settings.
	##
	## Returns: True if the analyzer accepted it.
	global WebSocket::__configure_analyzer: function(c: connection, aid: count, config: WebSocket::AnalyzerConfig): bool;
}
