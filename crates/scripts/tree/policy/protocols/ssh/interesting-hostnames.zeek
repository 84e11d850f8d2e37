# Raises notices about logins from and to hosts whose names suggest name servers, mail servers and similar roles.

@load base/frameworks/notice
@load base/protocols/ssh
@load base/utils/site

module SSH;

export {
	redef enum Notice::Type += {
		## The client or the server of a login has such a name.
		Interesting_Hostname_Login,
	};

	## The patterns for such names.
	option interesting_hostnames = /^(d?ns|ftp|imap|mail|pop|smtp|www)[0-9]*\./;
}

function check_ssh_hostname(id: conn_id, uid: string, host: addr)
	{
	when [id, uid, host] ( local hostname = lookup_addr(host) )
		{
		if ( interesting_hostnames !in hostname )
			return;

		NOTICE(Notice::Info($note=Interesting_Hostname_Login, $id=id, $uid=uid, $sub=hostname,
		                    $msg=fmt("Possible SSH login involving a %s %s with an interesting hostname.",
		                             Site::is_local_addr(host) ? "local" : "remote",
		                             host == id$orig_h ? "client" : "server")));
		}
	}

event ssh_auth_successful(c: connection, auth_method_none: bool)
	{
	for ( host in set(c$id$orig_h, c$id$resp_h) )
		check_ssh_hostname(c$id, c$uid, host);
	}
