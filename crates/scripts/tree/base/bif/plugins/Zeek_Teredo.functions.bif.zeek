# What the Teredo part declares: functions.

module PacketAnalyzer::TEREDO;

export {
	global PacketAnalyzer::TEREDO::remove_teredo_connection: function(cid: conn_id): bool;
}
