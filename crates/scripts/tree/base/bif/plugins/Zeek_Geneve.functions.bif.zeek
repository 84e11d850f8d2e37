# What the Geneve part declares: functions.

module PacketAnalyzer::Geneve;

export {
	global PacketAnalyzer::Geneve::get_options: function(): geneve_options_vec_vec;
}
