# Building BPF texts.

module PacketFilter;

export {
	global port_to_bpf: function(p: port): string;
	global sampling_filter: function(num_parts: count, this_part: count): string;
	global combine_filters: function(lfilter: string, op: string, rfilter: string): string;
}
