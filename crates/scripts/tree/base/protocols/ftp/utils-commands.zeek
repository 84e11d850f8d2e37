# Commands that wait for their replies, and which reply belongs to which.

module FTP;

export {
	## A pending command.
	type CmdArg: record {
		ts:           time;
		cmd:          string &default="<unknown>";
		arg:          string &default="";
		## Counts the commands of a session.
		seq:          count &default=0;
		## Whether the reply changed the working directory.
		cwd_consumed: bool &default=F;
	};

	## Commands without a reply, by their number.
	type PendingCmds: table[count] of CmdArg;

	## The reply codes for each command: RFC 959 and extensions in use.
	option cmd_reply_code: set[string, count] = {
		["<init>", [120, 220, 421]],

		# Logging in and changing directories.
		["USER", [230, 331, 332, 421, 500, 501, 530]],
		["PASS", [202, 230, 332, 421, 500, 501, 503, 530]],
		["ACCT", [202, 230, 421, 500, 501, 503, 530]],
		["CWD", [250, 421, 500, 501, 502, 530, 550]],
		["CDUP", [200, 250, 421, 500, 501, 502, 530, 550]],
		["SMNT", [202, 250, 421, 500, 501, 502, 530, 550]],
		["REIN", [120, 220, 421, 500, 502]],
		["QUIT", [221, 500]],

		# Transfer parameters.
		["PORT", [200, 421, 500, 501, 530]],
		["PASV", [227, 421, 500, 501, 502, 530]],
		["MODE", [200, 421, 500, 501, 502, 504, 530]],
		["TYPE", [200, 421, 500, 501, 504, 530]],
		["STRU", [200, 421, 500, 501, 504, 530]],

		# Files and directories.
		["ALLO", [200, 202, 421, 500, 501, 504, 530]],
		["REST", [200, 350, 421, 500, 501, 502, 530]],
		["STOR", [110, 125, 150, 226, 250, 421, 425, 426, 450, 451, 452, 500, 501, 530, 532, 550, 551, 552, 553]],
		["STOU", [110, 125, 150, 226, 250, 421, 425, 426, 450, 451, 452, 500, 501, 530, 532, 550, 551, 552, 553]],
		["RETR", [110, 125, 150, 226, 250, 421, 425, 426, 450, 451, 500, 501, 530, 550]],
		["LIST", [125, 150, 226, 250, 421, 425, 426, 450, 451, 500, 501, 502, 530, 550]],
		["NLST", [125, 150, 226, 250, 421, 425, 426, 450, 451, 500, 501, 502, 530, 550]],
		["APPE", [125, 150, 226, 250, 421, 425, 426, 450, 451, 452, 500, 501, 502, 530, 532, 550, 551, 552, 553]],
		["RNFR", [350, 421, 450, 500, 501, 502, 530, 550]],
		["RNTO", [250, 421, 500, 501, 502, 503, 530, 532, 553]],
		["DELE", [250, 421, 450, 500, 501, 502, 530, 550]],
		["RMD", [250, 421, 500, 501, 502, 530, 550]],
		["MKD", [257, 421, 500, 501, 502, 530, 550]],
		["PWD", [257, 421, 500, 501, 502, 550]],
		["ABOR", [225, 226, 421, 500, 501, 502]],

		# Information.
		["SYST", [215, 421, 500, 501, 502, 530]],
		["STAT", [211, 212, 213, 421, 450, 500, 501, 502, 530]],
		["HELP", [200, 211, 214, 421, 500, 501, 502]],
		["SITE", [200, 202, 214, 500, 501, 502, 530]],
		["NOOP", [200, 421, 500]],

		# RFC 1639, 2389, 2428, 3659.
		["LPRT", [500, 501, 521]],
		["FEAT", [211, 500, 502]],
		["OPTS", [200, 451, 501]],
		["EPSV", [229, 500, 501]],
		["EPRT", [200, 500, 501, 522]],
		["SIZE", [213, 500, 501, 550]],
		["MDTM", [213, 500, 501, 550]],
		["MLST", [150, 226, 250, 500, 501, 550]],
		["MLSD", [150, 226, 250, 500, 501, 550]],

		# In no RFC: the client's name, a test for MacBinary.
		["CLNT", [200, 500]],
		["MACB", [200, 500, 550]],

		# Other pairs are unexpected.
		["<init>", 0],
		["<missing>", 0],
		["QUIT", 0],
	};
}

function add_pending_cmd(pc: PendingCmds, seq: count, cmd: string, arg: string): CmdArg
	{
	local ca = CmdArg($ts=network_time(), $cmd=cmd, $arg=arg, $seq=seq);
	pc[seq] = ca;
	return ca;
	}

# How well a reply fits a command. A syntax error fits all commands; a reply often repeats the command.
function reply_fits(ca: CmdArg, code: count, msg: string): int
	{
	local score: int = 0;

	if ( code == 500 || [ca$cmd, code] in cmd_reply_code )
		score += 100;

	if ( strstr(msg, ca$cmd) > 0 )
		score += 20;

	if ( strstr(msg, ca$arg) > 0 )
		score += 10;

	return score;
	}

# The command that a reply answers: the one that it fits best, or the oldest of several.
function get_pending_cmd(pc: PendingCmds, reply_code: count, reply_msg: string): CmdArg
	{
	local best = CmdArg($ts=network_time());
	local best_score: int = -1;

	for ( seq, ca in pc )
		{
		local score = reply_fits(ca, reply_code, reply_msg);

		if ( score < best_score || ( score == best_score && seq > best$seq ) )
			next;

		best = ca;
		best_score = score;
		}

	return best;
	}

# False if the command is no longer pending.
function remove_pending_cmd(pc: PendingCmds, ca: CmdArg): bool
	{
	if ( ca$seq !in pc )
		return F;

	delete pc[ca$seq];
	return T;
	}
