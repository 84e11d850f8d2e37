# Mails notices to the administrators of their networks.

@load ../main
@load base/utils/site

module Notice;

export {
	redef enum Action += {
		ACTION_EMAIL_ADMIN,
	};
}

function add_admins(n: Notice::Info, host: addr)
	{
	local admins = Site::get_emails(host);

	if ( admins != "" )
		add n$email_dest[admins];
	}

hook notice(n: Notice::Info)
	{
	if ( ACTION_EMAIL_ADMIN !in n$actions || |Site::local_admins| == 0 )
		return;

	if ( n?$src )
		add_admins(n, n$src);

	if ( n?$dst )
		add_admins(n, n$dst);
	}
