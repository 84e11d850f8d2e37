# What the WebSocket part declares: functions.

module WebSocket;

export {
	global WebSocket::__configure_analyzer: function(c: connection, aid: count, config: WebSocket::AnalyzerConfig): bool;
}
