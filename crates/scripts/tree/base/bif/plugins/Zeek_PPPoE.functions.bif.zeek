# What the PPPoE part declares: functions.

module PacketAnalyzer::PPPoE;

export {
	## The session of the PPPoE header of the packet at hand.
	##
	## Returns: Its number; the highest one of 64 bits without such a header.
	global PacketAnalyzer::PPPoE::session_id: function(): count;
}
