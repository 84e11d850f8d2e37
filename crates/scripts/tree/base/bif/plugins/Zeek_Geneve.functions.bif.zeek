# What the Geneve part declares: functions.

module PacketAnalyzer::Geneve;

export {
	## The options of the Geneve headers around the packet at hand. Egret does not have it yet: a call is a runtime
	## error.
	global PacketAnalyzer::Geneve::get_options: function(): geneve_options_vec_vec;
}
