# What the ARP part declares: events.

module GLOBAL;

export {
	global arp_request: event(mac_src: string, mac_dst: string, SPA: addr, SHA: string, TPA: addr, THA: string);
	global arp_reply: event(mac_src: string, mac_dst: string, SPA: addr, SHA: string, TPA: addr, THA: string);
	global bad_arp: event(SPA: addr, SHA: string, TPA: addr, THA: string, explanation: string);
}
