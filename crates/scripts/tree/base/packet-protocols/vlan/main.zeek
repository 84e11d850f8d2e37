# Options of vlan.

module PacketAnalyzer::VLAN;

export {
	const SNAP_FORWARDING_KEY: count = 0x0001;
	const NOVELL_FORWARDING_KEY: count = 0x0002;
	const LLC_FORWARDING_KEY: count = 0x0003;
}
