# Declarations of the Geneve plugin: functions.

module PacketAnalyzer::Geneve;

export {
	## The options of the current packet's Geneve headers. Not implemented: a call is a runtime error.
	global PacketAnalyzer::Geneve::get_options: function(): geneve_options_vec_vec;
}
