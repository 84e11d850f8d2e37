# What the PPPoE part declares: functions.

module PacketAnalyzer::PPPoE;

export {
	global PacketAnalyzer::PPPoE::session_id: function(): count;
}
