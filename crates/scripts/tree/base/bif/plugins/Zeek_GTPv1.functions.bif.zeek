# Declarations of the GTPv1 plugin: functions.

module PacketAnalyzer::GTPV1;

export {
	## Forgets the GTPv1 tunnel in a connection. Its next packet begins a new one.
	##
	## cid: The connection.
	##
	## Returns: False if the connection has none.
	global PacketAnalyzer::GTPV1::remove_gtpv1_connection: function(cid: conn_id): bool;
}
