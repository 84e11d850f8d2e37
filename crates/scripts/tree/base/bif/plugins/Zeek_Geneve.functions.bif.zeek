# Declarations of the Geneve plugin: functions.

module PacketAnalyzer::Geneve;

export {
	## The options of the Geneve headers around the packet at hand, the outermost header first.
	global PacketAnalyzer::Geneve::get_options: function(): geneve_options_vec_vec;
}
