# What the GTPv1 part declares: events.

module GLOBAL;

export {
	## A GTPv1-U tunnel was confirmed (3GPP TS 29.281).
	global new_gtpv1_state: event(c: connection);
	## A message of GTPv1.
	global gtpv1_message: event(c: connection, hdr: gtpv1_hdr);
	## A packet in a GTPv1 tunnel.
	global gtpv1_g_pdu_packet: event(outer: connection, inner_gtp: gtpv1_hdr, inner_ip: pkt_hdr);
	global gtpv1_create_pdp_ctx_request: event(c: connection, hdr: gtpv1_hdr, elements: gtp_create_pdp_ctx_request_elements);
	global gtpv1_create_pdp_ctx_response: event(c: connection, hdr: gtpv1_hdr, elements: gtp_create_pdp_ctx_response_elements);
	global gtpv1_update_pdp_ctx_request: event(c: connection, hdr: gtpv1_hdr, elements: gtp_update_pdp_ctx_request_elements);
	global gtpv1_update_pdp_ctx_response: event(c: connection, hdr: gtpv1_hdr, elements: gtp_update_pdp_ctx_response_elements);
	global gtpv1_delete_pdp_ctx_request: event(c: connection, hdr: gtpv1_hdr, elements: gtp_delete_pdp_ctx_request_elements);
	global gtpv1_delete_pdp_ctx_response: event(c: connection, hdr: gtpv1_hdr, elements: gtp_delete_pdp_ctx_response_elements);
}
