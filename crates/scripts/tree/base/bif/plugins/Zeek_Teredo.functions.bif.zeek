# What the Teredo part declares: functions.

module PacketAnalyzer::TEREDO;

export {
	## Stops looking for Teredo in a connection. Egret does not have it yet: a call is a runtime error.
	##
	## cid: The connection.
	global PacketAnalyzer::TEREDO::remove_teredo_connection: function(cid: conn_id): bool;
}
