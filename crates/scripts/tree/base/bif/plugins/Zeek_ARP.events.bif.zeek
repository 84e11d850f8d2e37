# Declarations of the ARP plugin: events.

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
	## TPA: The requested address.
	##
	## THA: The hardware address of the target; usually zeros.
	global arp_request: event(mac_src: string, mac_dst: string, SPA: addr, SHA: string, TPA: addr, THA: string);

	## An ARP reply: the hardware address of a requested address.
	##
	## mac_src: Hardware address of the frame's sender.
	##
	## mac_dst: Hardware address of its receiver.
	##
	## SPA: The sender's protocol address, which was requested.
	##
	## SHA: The sender's hardware address.
	##
	## TPA: The requester's protocol address.
	##
	## THA: The requester's hardware address.
	global arp_reply: event(mac_src: string, mac_dst: string, SPA: addr, SHA: string, TPA: addr, THA: string);

	## An ARP packet that is inconsistent or truncated.
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
