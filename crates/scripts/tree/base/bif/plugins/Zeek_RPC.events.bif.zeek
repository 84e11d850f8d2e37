# What the RPC part declares: events.

module GLOBAL;

export {
	## NULL of NFS.
	global nfs_proc_null: event(c: connection, info: NFS3::info_t);
	## GETATTR.
	global nfs_proc_getattr: event(c: connection, info: NFS3::info_t, fh: string, attrs: NFS3::fattr_t);
	## SETATTR.
	global nfs_proc_sattr: event(c: connection, info: NFS3::info_t, req: NFS3::sattrargs_t, rep: NFS3::sattr_reply_t);
	## LOOKUP.
	global nfs_proc_lookup: event(c: connection, info: NFS3::info_t, req: NFS3::diropargs_t, rep: NFS3::lookup_reply_t);
	## READ.
	global nfs_proc_read: event(c: connection, info: NFS3::info_t, req: NFS3::readargs_t, rep: NFS3::read_reply_t);
	## READLINK.
	global nfs_proc_readlink: event(c: connection, info: NFS3::info_t, fh: string, rep: NFS3::readlink_reply_t);
	## SYMLINK.
	global nfs_proc_symlink: event(c: connection, info: NFS3::info_t, req: NFS3::symlinkargs_t, rep: NFS3::newobj_reply_t);
	## LINK.
	global nfs_proc_link: event(c: connection, info: NFS3::info_t, req: NFS3::linkargs_t, rep: NFS3::link_reply_t);
	## WRITE.
	global nfs_proc_write: event(c: connection, info: NFS3::info_t, req: NFS3::writeargs_t, rep: NFS3::write_reply_t);
	## CREATE.
	global nfs_proc_create: event(c: connection, info: NFS3::info_t, req: NFS3::diropargs_t, rep: NFS3::newobj_reply_t);
	## MKDIR.
	global nfs_proc_mkdir: event(c: connection, info: NFS3::info_t, req: NFS3::diropargs_t, rep: NFS3::newobj_reply_t);
	## REMOVE.
	global nfs_proc_remove: event(c: connection, info: NFS3::info_t, req: NFS3::diropargs_t, rep: NFS3::delobj_reply_t);
	## RMDIR.
	global nfs_proc_rmdir: event(c: connection, info: NFS3::info_t, req: NFS3::diropargs_t, rep: NFS3::delobj_reply_t);
	## RENAME.
	global nfs_proc_rename: event(c: connection, info: NFS3::info_t, req: NFS3::renameopargs_t, rep: NFS3::renameobj_reply_t);
	## READDIR and READDIRPLUS.
	global nfs_proc_readdir: event(c: connection, info: NFS3::info_t, req: NFS3::readdirargs_t, rep: NFS3::readdir_reply_t);
	## Any other procedure.
	global nfs_proc_not_implemented: event(c: connection, info: NFS3::info_t, proc: NFS3::proc_t);
	## Every reply of NFS, before its event.
	global nfs_reply_status: event(n: connection, info: NFS3::info_t);
	## NULL of the port mapper.
	global pm_request_null: event(r: connection);
	## SET.
	global pm_request_set: event(r: connection, m: pm_mapping, success: bool);
	## UNSET.
	global pm_request_unset: event(r: connection, m: pm_mapping, success: bool);
	## GETPORT.
	global pm_request_getport: event(r: connection, pr: pm_port_request, p: port);
	## DUMP.
	global pm_request_dump: event(r: connection, m: pm_mappings);
	## CALLIT.
	global pm_request_callit: event(r: connection, call: pm_callit_request, p: port);
	## NULL that failed.
	global pm_attempt_null: event(r: connection, status: rpc_status);
	## SET that failed.
	global pm_attempt_set: event(r: connection, status: rpc_status, m: pm_mapping);
	## UNSET that failed.
	global pm_attempt_unset: event(r: connection, status: rpc_status, m: pm_mapping);
	## GETPORT that failed.
	global pm_attempt_getport: event(r: connection, status: rpc_status, pr: pm_port_request);
	## DUMP that failed.
	global pm_attempt_dump: event(r: connection, status: rpc_status);
	## CALLIT that failed.
	global pm_attempt_callit: event(r: connection, status: rpc_status, call: pm_callit_request);
	## A port that is none.
	global pm_bad_port: event(r: connection, bad_p: count);
	## A call with its reply, or with a timeout.
	global rpc_dialogue: event(c: connection, prog: count, ver: count, proc: count, status: rpc_status, start_time: time, call_len: count, reply_len: count);
	## A call.
	global rpc_call: event(c: connection, xid: count, prog: count, ver: count, proc: count, call_len: count);
	## A reply.
	global rpc_reply: event(c: connection, xid: count, status: rpc_status, reply_len: count);
	## More calls waited for replies than are kept.
	global rpc_discarded_pending_calls: event(c: connection);
	## NULL of the mount protocol.
	global mount_proc_null: event(c: connection, info: MOUNT3::info_t);
	## MNT.
	global mount_proc_mnt: event(c: connection, info: MOUNT3::info_t, req: MOUNT3::dirmntargs_t, rep: MOUNT3::mnt_reply_t);
	## UMNT and UMNTALL.
	global mount_proc_umnt: event(c: connection, info: MOUNT3::info_t, req: MOUNT3::dirmntargs_t);
	global mount_proc_umnt_all: event(c: connection, info: MOUNT3::info_t, req: MOUNT3::dirmntargs_t);
	## Any other procedure.
	global mount_proc_not_implemented: event(c: connection, info: MOUNT3::info_t, proc: MOUNT3::proc_t);
	## Every reply of the mount protocol, before its event.
	global mount_reply_status: event(n: connection, info: MOUNT3::info_t);
}
