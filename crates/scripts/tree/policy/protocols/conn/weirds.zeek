# Notices about odd behavior in the delivery of connections' contents.

@load base/frameworks/notice

module Conn;

export {
	redef enum Notice::Type += {
		## A segment was retransmitted with different contents.
		Retransmission_Inconsistency,
		## A part of a stream that the receiver acknowledged is missing.
		Content_Gap,
	};
}

# Raises a notice about a connection.
function notice_oddity(c: connection, kind: Notice::Type, about: string, identifier: string &default="")
	{
	local n = Notice::Info($note=kind, $msg=fmt("%s %s", id_string(c$id), about), $conn=c);

	if ( identifier != "" )
		n$identifier = identifier;

	NOTICE(n);
	}

event rexmit_inconsistency(c: connection, t1: string, t2: string, tcp_flags: string)
	{
	notice_oddity(c, Retransmission_Inconsistency, fmt("rexmit inconsistency (%s) (%s) [%s]", t1, t2, tcp_flags), cat(c$id));
	}

event content_gap(c: connection, is_orig: bool, seq: count, length: count)
	{
	notice_oddity(c, Content_Gap, fmt("content gap (%s %d/%d)", is_orig ? ">" : "<", seq, length));
	}
