# Adds hashes of tickets to kerberos.log, so that the same ticket in two places is noticed.

@load base/protocols/krb

module KRB;

redef record Info += {
	## The ticket that was presented.
	auth_ticket: string &log &optional;
	## The ticket that was issued.
	new_ticket: string &log &optional;
};

event krb_ap_request(c: connection, ticket: KRB::Ticket, opts: KRB::AP_Options)
	{
	# A request for a service's ticket also presents one, which is reported afterwards.
	c$krb$request_type = "AP";

	if ( ticket?$ciphertext )
		c$krb$auth_ticket = md5_hash(ticket$ciphertext);
	}

function hash_new(c: connection, msg: KDC_Response)
	{
	if ( msg$ticket?$ciphertext )
		c$krb$new_ticket = md5_hash(msg$ticket$ciphertext);
	}

event krb_as_response(c: connection, msg: KDC_Response)
	{
	hash_new(c, msg);
	}

event krb_tgs_response(c: connection, msg: KDC_Response)
	{
	hash_new(c, msg);
	}
