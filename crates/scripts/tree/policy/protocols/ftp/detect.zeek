# SITE EXEC commands that a server executes in its shell.

@load base/frameworks/notice
@load base/protocols/ftp

module FTP;

export {
	redef enum Notice::Type += {
		## A server executed SITE EXEC.
		Site_Exec_Success,
	};
}

event ftp_reply(c: connection, code: count, msg: string, cont_resp: bool) &priority=3
	{
	local ca = c$ftp$cmdarg;

	if ( ca$cmd != "SITE" || /exec/i !in ca$arg || parse_ftp_reply_code(code)$x != 2 )
		return;

	NOTICE(Notice::Info($note=Site_Exec_Success, $conn=c,
	                    $msg=fmt("FTP command: %s %s", ca$cmd, ca$arg),
	                    $identifier=cat(c$id$orig_h, c$id$resp_h, "SITE EXEC")));
	}
