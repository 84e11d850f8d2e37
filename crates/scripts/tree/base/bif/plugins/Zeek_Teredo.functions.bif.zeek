# Declarations of the Teredo plugin: functions.

module PacketAnalyzer::TEREDO;

export {
	## Forgets the Teredo tunnel in a connection. Its next packet begins a new one.
	##
	## cid: The connection.
	##
	## Returns: False if the connection has none.
	global PacketAnalyzer::TEREDO::remove_teredo_connection: function(cid: conn_id): bool;
}
