# Declarations of the RPC plugin: events.

module GLOBAL;

export {
	## An NFS NULL call.
	##
	## c: The connection.
	##
	## info: The call and its reply: status, times, lengths and caller.
	global nfs_proc_null: event(c: connection, info: NFS3::info_t);

	## GETATTR: reads the attributes of a file.
	##
	## c: The connection.
	##
	## info: The call and its reply: status, times, lengths and caller.
	##
	## fh: The file.
	##
	## attrs: The attributes.
	global nfs_proc_getattr: event(c: connection, info: NFS3::info_t, fh: string, attrs: NFS3::fattr_t);

	## SETATTR: sets the attributes of a file.
	##
	## c: The connection.
	##
	## info: The call and its reply: status, times, lengths and caller.
	##
	## req: The request.
	##
	## rep: The reply.
	global nfs_proc_sattr: event(c: connection, info: NFS3::info_t, req: NFS3::sattrargs_t, rep: NFS3::sattr_reply_t);

	## LOOKUP: looks up a name in a directory.
	##
	## c: The connection.
	##
	## info: The call and its reply: status, times, lengths and caller.
	##
	## req: The directory and the name.
	##
	## rep: The reply.
	global nfs_proc_lookup: event(c: connection, info: NFS3::info_t, req: NFS3::diropargs_t, rep: NFS3::lookup_reply_t);

	## READ: reads from a file.
	##
	## c: The connection.
	##
	## info: The call and its reply: status, times, lengths and caller.
	##
	## req: The request.
	##
	## rep: The reply.
	global nfs_proc_read: event(c: connection, info: NFS3::info_t, req: NFS3::readargs_t, rep: NFS3::read_reply_t);

	## READLINK: reads a symbolic link.
	##
	## c: The connection.
	##
	## info: The call and its reply: status, times, lengths and caller.
	##
	## fh: The link.
	##
	## rep: The reply.
	global nfs_proc_readlink: event(c: connection, info: NFS3::info_t, fh: string, rep: NFS3::readlink_reply_t);

	## SYMLINK: creates a symbolic link.
	##
	## c: The connection.
	##
	## info: The call and its reply: status, times, lengths and caller.
	##
	## req: The request.
	##
	## rep: The reply.
	global nfs_proc_symlink: event(c: connection, info: NFS3::info_t, req: NFS3::symlinkargs_t, rep: NFS3::newobj_reply_t);

	## LINK: adds a further name to a file.
	##
	## c: The connection.
	##
	## info: The call and its reply: status, times, lengths and caller.
	##
	## req: The request.
	##
	## rep: The reply.
	global nfs_proc_link: event(c: connection, info: NFS3::info_t, req: NFS3::linkargs_t, rep: NFS3::link_reply_t);

	## WRITE: writes to a file.
	##
	## c: The connection.
	##
	## info: The call and its reply: status, times, lengths and caller.
	##
	## req: The request.
	##
	## rep: The reply.
	global nfs_proc_write: event(c: connection, info: NFS3::info_t, req: NFS3::writeargs_t, rep: NFS3::write_reply_t);

	## CREATE: creates a file.
	##
	## c: The connection.
	##
	## info: The call and its reply: status, times, lengths and caller.
	##
	## req: The request.
	##
	## rep: The reply.
	global nfs_proc_create: event(c: connection, info: NFS3::info_t, req: NFS3::diropargs_t, rep: NFS3::newobj_reply_t);

	## MKDIR: creates a directory.
	##
	## c: The connection.
	##
	## info: The call and its reply: status, times, lengths and caller.
	##
	## req: The request.
	##
	## rep: The reply.
	global nfs_proc_mkdir: event(c: connection, info: NFS3::info_t, req: NFS3::diropargs_t, rep: NFS3::newobj_reply_t);

	## REMOVE: removes a file.
	##
	## c: The connection.
	##
	## info: The call and its reply: status, times, lengths and caller.
	##
	## req: The request.
	##
	## rep: The reply.
	global nfs_proc_remove: event(c: connection, info: NFS3::info_t, req: NFS3::diropargs_t, rep: NFS3::delobj_reply_t);

	## RMDIR: removes a directory.
	##
	## c: The connection.
	##
	## info: The call and its reply: status, times, lengths and caller.
	##
	## req: The request.
	##
	## rep: The reply.
	global nfs_proc_rmdir: event(c: connection, info: NFS3::info_t, req: NFS3::diropargs_t, rep: NFS3::delobj_reply_t);

	## RENAME: renames a file.
	##
	## c: The connection.
	##
	## info: The call and its reply: status, times, lengths and caller.
	##
	## req: The request.
	##
	## rep: The reply.
	global nfs_proc_rename: event(c: connection, info: NFS3::info_t, req: NFS3::renameopargs_t, rep: NFS3::renameobj_reply_t);

	## READDIR: lists a directory.
	##
	## c: The connection.
	##
	## info: The call and its reply: status, times, lengths and caller.
	##
	## req: The request.
	##
	## rep: The reply.
	global nfs_proc_readdir: event(c: connection, info: NFS3::info_t, req: NFS3::readdirargs_t, rep: NFS3::readdir_reply_t);

	## An NFS call without a specific event.
	##
	## c: The connection.
	##
	## info: The call and its reply: status, times, lengths and caller.
	##
	## proc: The procedure.
	global nfs_proc_not_implemented: event(c: connection, info: NFS3::info_t, proc: NFS3::proc_t);

	## Every NFS reply, before the event of its procedure.
	##
	## n: The connection.
	##
	## info: The call and its reply: status, times, lengths and caller.
	global nfs_reply_status: event(n: connection, info: NFS3::info_t);

	## A NULL call to the port mapper.
	##
	## r: The connection.
	global pm_request_null: event(r: connection);

	## A program registers its port with the port mapper.
	##
	## r: The connection.
	##
	## m: The program and its port.
	##
	## success: True if the port mapper accepted it.
	global pm_request_set: event(r: connection, m: pm_mapping, success: bool);

	## A program unregisters from the port mapper.
	##
	## r: The connection.
	##
	## m: The program and its port.
	##
	## success: True if the port mapper accepted it.
	global pm_request_unset: event(r: connection, m: pm_mapping, success: bool);

	## A client asks the port mapper for the port of a program.
	##
	## r: The connection.
	##
	## pr: The program.
	##
	## p: Its port; 0/tcp or 0/udp for none.
	global pm_request_getport: event(r: connection, pr: pm_port_request, p: port);

	## A client asks the port mapper for all programs.
	##
	## r: The connection.
	##
	## m: The programs with their ports.
	global pm_request_dump: event(r: connection, m: pm_mappings);

	## A client asks the port mapper to forward a call.
	##
	## r: The connection.
	##
	## call: The call.
	##
	## p: The program's port.
	global pm_request_callit: event(r: connection, call: pm_callit_request, p: port);

	## A pm_request_null that failed.
	##
	## r: The connection.
	##
	## status: The reason.
	global pm_attempt_null: event(r: connection, status: rpc_status);

	## A pm_request_set that failed.
	##
	## r: The connection.
	##
	## status: The reason.
	##
	## m: The program and its port.
	global pm_attempt_set: event(r: connection, status: rpc_status, m: pm_mapping);

	## A pm_request_unset that failed.
	##
	## r: The connection.
	##
	## status: The reason.
	##
	## m: The program and its port.
	global pm_attempt_unset: event(r: connection, status: rpc_status, m: pm_mapping);

	## A pm_request_getport that failed.
	##
	## r: The connection.
	##
	## status: The reason.
	##
	## pr: The program.
	global pm_attempt_getport: event(r: connection, status: rpc_status, pr: pm_port_request);

	## A pm_request_dump that failed.
	##
	## r: The connection.
	##
	## status: The reason.
	global pm_attempt_dump: event(r: connection, status: rpc_status);

	## A pm_request_callit that failed.
	##
	## r: The connection.
	##
	## status: The reason.
	##
	## call: The call.
	global pm_attempt_callit: event(r: connection, status: rpc_status, call: pm_callit_request);

	## The port mapper returned an invalid port.
	##
	## r: The connection.
	##
	## bad_p: The number.
	global pm_bad_port: event(r: connection, bad_p: count);

	## A Sun RPC call with its reply, or without one after a timeout.
	##
	## c: The connection.
	##
	## prog: The number of the program.
	##
	## ver: The version of the program.
	##
	## proc: The number of the procedure.
	##
	## status: The result.
	##
	## start_time: The time of the call.
	##
	## call_len: The bytes of the call.
	##
	## reply_len: The bytes of the reply.
	global rpc_dialogue: event(c: connection, prog: count, ver: count, proc: count, status: rpc_status, start_time: time, call_len: count, reply_len: count);

	## A Sun RPC call.
	##
	## c: The connection.
	##
	## xid: The number of the call.
	##
	## prog: The number of the program.
	##
	## ver: The version of the program.
	##
	## proc: The number of the procedure.
	##
	## call_len: The bytes of the call.
	global rpc_call: event(c: connection, xid: count, prog: count, ver: count, proc: count, call_len: count);

	## A Sun RPC reply.
	##
	## c: The connection.
	##
	## xid: The number of the call.
	##
	## status: The result of the call.
	##
	## reply_len: Its bytes.
	global rpc_reply: event(c: connection, xid: count, status: rpc_status, reply_len: count);

	## Too many calls waited for replies; all were discarded.
	##
	## c: The connection.
	global rpc_discarded_pending_calls: event(c: connection);

	## A NULL call of the mount protocol.
	##
	## c: The connection.
	##
	## info: The call and its reply: status, times, lengths and caller.
	global mount_proc_null: event(c: connection, info: MOUNT3::info_t);

	## A directory is mounted.
	##
	## c: The connection.
	##
	## info: The call and its reply: status, times, lengths and caller.
	##
	## req: The directory.
	##
	## rep: The reply.
	global mount_proc_mnt: event(c: connection, info: MOUNT3::info_t, req: MOUNT3::dirmntargs_t, rep: MOUNT3::mnt_reply_t);

	## A directory is unmounted.
	##
	## c: The connection.
	##
	## info: The call and its reply: status, times, lengths and caller.
	##
	## req: The directory.
	global mount_proc_umnt: event(c: connection, info: MOUNT3::info_t, req: MOUNT3::dirmntargs_t);

	## All directories of a client are unmounted. Not raised by Egret, which raises mount_proc_umnt.
	##
	## c: The connection.
	##
	## info: The call and its reply: status, times, lengths and caller.
	##
	## req: The request.
	global mount_proc_umnt_all: event(c: connection, info: MOUNT3::info_t, req: MOUNT3::dirmntargs_t);

	## A call of the mount protocol without a specific event.
	##
	## c: The connection.
	##
	## info: The call and its reply: status, times, lengths and caller.
	##
	## proc: The procedure.
	global mount_proc_not_implemented: event(c: connection, info: MOUNT3::info_t, proc: MOUNT3::proc_t);

	## Every reply of the mount protocol, before the event of its procedure.
	##
	## n: The connection.
	##
	## info: The call and its reply: status, times, lengths and caller.
	global mount_reply_status: event(n: connection, info: MOUNT3::info_t);
}
