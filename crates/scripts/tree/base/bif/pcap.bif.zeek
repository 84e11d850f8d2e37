# Built-in declarations: pcap.

module Pcap;

export {
	## Compiles a filter for later use.
	##
	## id: The number to keep it under.
	##
	## s: The filter in tcpdump's language.
	##
	## Returns: False if it does not compile; Pcap::get_filter_state_string tells why.
	global Pcap::precompile_pcap_filter: function(id: PcapFilterID, s: string): bool;

	## Has the packet source use a compiled filter.
	##
	## id: Its number.
	##
	## Returns: True if it is in use.
	global Pcap::install_pcap_filter: function(id: PcapFilterID): bool;

	## The last error of the packet source.
	##
	## Returns: A text, ``no error`` without one.
	global Pcap::error: function(): string;

	## What became of a compiled filter.
	##
	## id: Its number.
	##
	## Returns: Fine, a warning, or failed.
	global Pcap::get_filter_state: function(id: PcapFilterID): filter_state;

	## What became of a compiled filter, in words.
	##
	## id: Its number.
	##
	## Returns: The message of the compiler.
	global Pcap::get_filter_state_string: function(id: PcapFilterID): string;

	## The interfaces of the machine. Egret does not have it yet: a call is a runtime error.
	global Pcap::findalldevs: function(): Pcap::Interfaces;
}
