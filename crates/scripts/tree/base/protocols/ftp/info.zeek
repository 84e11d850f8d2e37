# The state of a session, and the part of it that is logged.

@load ./utils-commands

module FTP;

export {
	## Whether all passwords are logged, or only those of guest users.
	option default_capture_password = F;

	## The connection that a file is expected on.
	type ExpectedDataChannel: record {
		## The client connects.
		passive: bool &log;
		orig_h:  addr &log;
		resp_h:  addr &log;
		resp_p:  port &log;
	};

	## A line of ftp.log: a command with its reply.
	type Info: record {
		## When the command was sent.
		ts:           time                &log;
		## The connection's unique identifier, the same in all logs.
		uid:          string              &log;
		## The connection's addresses and ports.
		id:           conn_id             &log;
		## The user who logged in.
		user:         string              &log &default="<unknown>";
		## The password, if it was captured; `<hidden>` otherwise.
		password:     string              &log &optional;
		## The command.
		command:      string              &log &optional;
		## For commands that name a file: its URL.
		arg:          string              &log &optional;
		## The type that the file's first bytes show.
		mime_type:    string              &log &optional;
		## The size that the server announced.
		file_size:    count               &log &optional;
		## The code of the server's last reply.
		reply_code:   count               &log &optional;
		## The text of the server's last reply.
		reply_msg:    string              &log &optional;
		## The connection that carries the data.
		data_channel: ExpectedDataChannel &log &optional;

		## The working directory; `.` until the server tells.
		cwd:              string      &default=".";
		## The command that the last reply answered.
		cmdarg:           CmdArg      &optional;
		pending_commands: PendingCmds;
		command_seq:      count       &default=0;
		passive:          bool        &default=F;
		capture_password: bool        &default=default_capture_password;

		## The file, if one was transferred.
		fuid:         string              &optional &log;
	};
}
