# What the GTPv1 part declares: functions.

module PacketAnalyzer::GTPV1;

export {
	global PacketAnalyzer::GTPV1::remove_gtpv1_connection: function(cid: conn_id): bool;
}
