# Declarations of the PPPoE plugin: functions.

module PacketAnalyzer::PPPoE;

export {
	## The session id in the current packet's PPPoE header.
	##
	## Returns: The id; 2^64-1 without such a header.
	global PacketAnalyzer::PPPoE::session_id: function(): count;
}
