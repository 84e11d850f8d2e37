# Built-in declarations: pcap.

module Pcap;

export {
	global Pcap::precompile_pcap_filter: function(id: PcapFilterID, s: string): bool;
	global Pcap::install_pcap_filter: function(id: PcapFilterID): bool;
	global Pcap::error: function(): string;
	global Pcap::get_filter_state: function(id: PcapFilterID): filter_state;
	global Pcap::get_filter_state_string: function(id: PcapFilterID): string;
	global Pcap::findalldevs: function(): Pcap::Interfaces;
}
