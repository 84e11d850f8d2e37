# What the ARP part declares: events.

module GLOBAL;

export {
	## An ARP request (RFC 826). Hardware addresses as text.
	global arp_request: event(mac_src: string, mac_dst: string, SPA: addr, SHA: string, TPA: addr, THA: string);
	## An ARP reply.
	global arp_reply: event(mac_src: string, mac_dst: string, SPA: addr, SHA: string, TPA: addr, THA: string);
	## An ARP packet that makes no sense.
	global bad_arp: event(SPA: addr, SHA: string, TPA: addr, THA: string, explanation: string);
}
