# What the GTPv1 part declares: events.

module GLOBAL;

export {
	global new_gtpv1_state: event(c: connection);
	global gtpv1_message: event(c: connection, hdr: gtpv1_hdr);
	global gtpv1_g_pdu_packet: event(outer: connection, inner_gtp: gtpv1_hdr, inner_ip: pkt_hdr);
	global gtpv1_create_pdp_ctx_request: event(c: connection, hdr: gtpv1_hdr, elements: gtp_create_pdp_ctx_request_elements);
	global gtpv1_create_pdp_ctx_response: event(c: connection, hdr: gtpv1_hdr, elements: gtp_create_pdp_ctx_response_elements);
	global gtpv1_update_pdp_ctx_request: event(c: connection, hdr: gtpv1_hdr, elements: gtp_update_pdp_ctx_request_elements);
	global gtpv1_update_pdp_ctx_response: event(c: connection, hdr: gtpv1_hdr, elements: gtp_update_pdp_ctx_response_elements);
	global gtpv1_delete_pdp_ctx_request: event(c: connection, hdr: gtpv1_hdr, elements: gtp_delete_pdp_ctx_request_elements);
	global gtpv1_delete_pdp_ctx_response: event(c: connection, hdr: gtpv1_hdr, elements: gtp_delete_pdp_ctx_response_elements);
}
