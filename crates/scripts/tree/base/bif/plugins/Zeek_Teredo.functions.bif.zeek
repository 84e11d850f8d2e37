# Declarations of the Teredo plugin: functions.

module PacketAnalyzer::TEREDO;

export {
	## Stops looking for Teredo in a connection. Not implemented: a call is a runtime error.
	##
	## cid: The connection.
	global PacketAnalyzer::TEREDO::remove_teredo_connection: function(cid: conn_id): bool;
}
