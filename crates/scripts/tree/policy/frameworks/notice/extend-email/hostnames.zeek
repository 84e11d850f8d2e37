# Adds the names of hosts to mail about notices.

@load base/frameworks/notice/main

module Notice;

# A `when` captures copies; this table has the notice itself.
global tmp_notice_storage: table[string] of Notice::Info &create_expire=max_email_delay + 10secs;

function add_name(uid: string, token: string, host: addr, title: string)
	{
	add tmp_notice_storage[uid]$email_delay_tokens[token];

	when [uid, token, host, title] ( local name = lookup_addr(host) )
		{
		tmp_notice_storage[uid]$email_body_sections += cat(title, " hostname: ", name, "\n");
		delete tmp_notice_storage[uid]$email_delay_tokens[token];
		}
	}

# After the recipients are known, before the mail is sent. The notice framework limits how long a lookup may delay it.
hook notice(n: Notice::Info) &priority=-1
	{
	if ( |n$email_dest| == 0 || (! n?$src && ! n?$dst) )
		return;

	local uid = unique_id("");
	tmp_notice_storage[uid] = n;

	if ( n?$src )
		add_name(uid, "hostnames-src", n$src, "orig/src");

	if ( n?$dst )
		add_name(uid, "hostnames-dst", n$dst, "resp/dst");
	}
