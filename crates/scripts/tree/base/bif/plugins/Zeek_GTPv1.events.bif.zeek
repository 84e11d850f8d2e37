# Declarations of the GTPv1 plugin: events.

module GLOBAL;

export {
	## A connection was found to carry GTPv1.
	##
	## c: The connection.
	global new_gtpv1_state: event(c: connection);

	## A message of GTPv1.
	##
	## c: The connection.
	##
	## hdr: Its header.
	global gtpv1_message: event(c: connection, hdr: gtpv1_hdr);

	## A packet in a GTPv1 tunnel.
	##
	## outer: The connection of the tunnel.
	##
	## inner_gtp: The header of GTPv1.
	##
	## inner_ip: The headers of the packet inside.
	global gtpv1_g_pdu_packet: event(outer: connection, inner_gtp: gtpv1_hdr, inner_ip: pkt_hdr);

	## A request to create a PDP context.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## elements: The message's information elements.
	global gtpv1_create_pdp_ctx_request: event(c: connection, hdr: gtpv1_hdr, elements: gtp_create_pdp_ctx_request_elements);

	## The response to the creation of a PDP context.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## elements: The message's information elements.
	global gtpv1_create_pdp_ctx_response: event(c: connection, hdr: gtpv1_hdr, elements: gtp_create_pdp_ctx_response_elements);

	## A request to update a PDP context.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## elements: The message's information elements.
	global gtpv1_update_pdp_ctx_request: event(c: connection, hdr: gtpv1_hdr, elements: gtp_update_pdp_ctx_request_elements);

	## The response to the update of a PDP context.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## elements: The message's information elements.
	global gtpv1_update_pdp_ctx_response: event(c: connection, hdr: gtpv1_hdr, elements: gtp_update_pdp_ctx_response_elements);

	## A request to delete a PDP context.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## elements: The message's information elements.
	global gtpv1_delete_pdp_ctx_request: event(c: connection, hdr: gtpv1_hdr, elements: gtp_delete_pdp_ctx_request_elements);

	## The response to the deletion of a PDP context.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## elements: The message's information elements.
	global gtpv1_delete_pdp_ctx_response: event(c: connection, hdr: gtpv1_hdr, elements: gtp_delete_pdp_ctx_response_elements);
}
