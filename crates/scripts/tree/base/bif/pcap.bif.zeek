# Built-in declarations: pcap.

module Pcap;

export {
	## Compiles a filter for later use.
	##
	## id: The number to store it under.
	##
	## s: The filter in tcpdump's language.
	##
	## Returns: False if it does not compile; Pcap::get_filter_state_string returns the reason.
	global Pcap::precompile_pcap_filter: function(id: PcapFilterID, s: string): bool;

	## Makes the packet source use a compiled filter.
	##
	## id: Its number.
	##
	## Returns: True if it is in use.
	global Pcap::install_pcap_filter: function(id: PcapFilterID): bool;

	## The last error of the packet source.
	##
	## Returns: The message; ``no error`` if there was none.
	global Pcap::error: function(): string;

	## The state of a compiled filter.
	##
	## id: Its number.
	##
	## Returns: Fine, a warning, or failed.
	global Pcap::get_filter_state: function(id: PcapFilterID): filter_state;

	## The state of a compiled filter as text.
	##
	## id: Its number.
	##
	## Returns: The compiler's message.
	global Pcap::get_filter_state_string: function(id: PcapFilterID): string;

	## The network interfaces of the machine, without the pseudo-devices that libpcap adds.
	##
	## Returns: Their names, aliases, addresses and states; an empty set, with an error, if the system does not tell.
	global Pcap::findalldevs: function(): Pcap::Interfaces;
}
