# Declarations of the GTPv1 plugin: functions.

module PacketAnalyzer::GTPV1;

export {
	## Stops looking for GTPv1 in a connection. Not implemented: a call is a runtime error.
	##
	## cid: The connection.
	global PacketAnalyzer::GTPV1::remove_gtpv1_connection: function(cid: conn_id): bool;
}
