# What the ARP part declares: events.

module GLOBAL;

export {
	## An ARP request (RFC 826): who has this address?
	##
	## mac_src: Hardware address of the frame's sender.
	##
	## mac_dst: Hardware address of its receiver.
	##
	## SPA: The sender's protocol address.
	##
	## SHA: The sender's hardware address.
	##
	## TPA: The address that is asked for.
	##
	## THA: The hardware address of the target; zeros as a rule.
	global arp_request: event(mac_src: string, mac_dst: string, SPA: addr, SHA: string, TPA: addr, THA: string);

	## An ARP reply: this address is here.
	##
	## mac_src: Hardware address of the frame's sender.
	##
	## mac_dst: Hardware address of its receiver.
	##
	## SPA: The sender's protocol address, which was asked for.
	##
	## SHA: The sender's hardware address.
	##
	## TPA: The asker's protocol address.
	##
	## THA: The asker's hardware address.
	global arp_reply: event(mac_src: string, mac_dst: string, SPA: addr, SHA: string, TPA: addr, THA: string);

	## An ARP packet that contradicts itself or is cut off.
	##
	## SPA: The sender's protocol address.
	##
	## SHA: The sender's hardware address.
	##
	## TPA: The target's protocol address.
	##
	## THA: The target's hardware address.
	##
	## explanation: What is wrong.
	global bad_arp: event(SPA: addr, SHA: string, TPA: addr, THA: string, explanation: string);
}
