# Sun RPC: port mapper, NFS, mount.

const rpc_timeout = 24 sec &redef;
const rpc_max_pending_calls = 1000 &redef;

## The port of a program.
type pm_mapping: record {
	program: count;
	version: count;
	p: port;
};

type pm_mappings: table[count] of pm_mapping;

## A request for the port of a program.
type pm_port_request: record {
	program: count;
	version: count;
	is_tcp: bool;
};

## A call that the port mapper makes for the client.
type pm_callit_request: record {
	program: count;
	version: count;
	proc: count;
	arg_size: count;
};

const RPC_status = {
	[RPC_SUCCESS] = "ok",
	[RPC_PROG_UNAVAIL] = "prog unavail",
	[RPC_PROG_MISMATCH] = "mismatch",
	[RPC_PROC_UNAVAIL] = "proc unavail",
	[RPC_GARBAGE_ARGS] = "garbage args",
	[RPC_SYSTEM_ERR] = "system err",
	[RPC_TIMEOUT] = "timeout",
	[RPC_AUTH_ERROR] = "auth error",
	[RPC_UNKNOWN_ERROR] = "unknown",
};

module NFS3;

export {
	const return_data = F &redef;
	const return_data_max = 512 &redef;
	const return_data_first_only = T &redef;

	## A call to NFS and its reply. Lengths count the bytes after the message's number and type; that of a missing reply
	## is 0.
	type info_t: record {
		rpc_stat: rpc_status;
		nfs_stat: status_t;
		req_start: time;
		req_dur: interval;
		req_len: count;
		rep_start: time;
		rep_dur: interval;
		rep_len: count;
		rpc_uid: count;
		rpc_gid: count;
		rpc_stamp: count;
		rpc_machine_name: string;
		rpc_auxgids: index_vec;
	};

	## Attributes to set.
	type sattr_t: record {
		mode: count &optional;
		uid: count &optional;
		gid: count &optional;
		size: count &optional;
		atime: time_how_t &optional;
		mtime: time_how_t &optional;
	};

	## Attributes of a file.
	type fattr_t: record {
		ftype: file_type_t;
		mode: count;
		nlink: count;
		uid: count;
		gid: count;
		size: count;
		used: count;
		rdev1: count;
		rdev2: count;
		fsid: count;
		fileid: count;
		atime: time;
		mtime: time;
		ctime: time;
	};

	## The target of a link.
	type symlinkdata_t: record {
		symlink_attributes: sattr_t;
		nfspath: string &optional;
	};

	## A name in a directory.
	type diropargs_t: record {
		dirfh: string;
		fname: string;
	};

	## RENAME.
	type renameopargs_t: record {
		src_dirfh: string;
		src_fname: string;
		dst_dirfh: string;
		dst_fname: string;
	};

	## SYMLINK.
	type symlinkargs_t: record {
		link: diropargs_t;
		symlinkdata: symlinkdata_t;
	};

	## LINK.
	type linkargs_t: record {
		fh: string;
		link: diropargs_t;
	};

	## SETATTR.
	type sattrargs_t: record {
		fh: string;
		new_attributes: sattr_t;
	};

	## The result of LOOKUP.
	type lookup_reply_t: record {
		fh: string &optional;
		obj_attr: fattr_t &optional;
		dir_attr: fattr_t &optional;
	};

	## READ.
	type readargs_t: record {
		fh: string;
		offset: count;
		size: count;
	};

	## The result of READ.
	type read_reply_t: record {
		attr: fattr_t &optional;
		size: count &optional;
		eof: bool &optional;
		data: string &optional;
	};

	## The result of READLINK.
	type readlink_reply_t: record {
		attr: fattr_t &optional;
		nfspath: string &optional;
	};

	## WRITE.
	type writeargs_t: record {
		fh: string;
		offset: count;
		size: count;
		stable: stable_how_t;
		data: string &optional;
	};

	## Attributes before a change, which show whether there was another change.
	type wcc_attr_t: record {
		size: count;
		atime: time;
		mtime: time;
	};

	## The result of LINK.
	type link_reply_t: record {
		post_attr: fattr_t &optional;
		preattr: wcc_attr_t &optional;
		postattr: fattr_t &optional;
	};

	## The result of SETATTR.
	type sattr_reply_t: record {
		dir_pre_attr: wcc_attr_t &optional;
		dir_post_attr: fattr_t &optional;
	};

	## The result of WRITE.
	type write_reply_t: record {
		preattr: wcc_attr_t &optional;
		postattr: fattr_t &optional;
		size: count &optional;
		commited: stable_how_t &optional;
		verf: count &optional;
	};

	## A new file, directory or link.
	type newobj_reply_t: record {
		fh: string &optional;
		obj_attr: fattr_t &optional;
		dir_pre_attr: wcc_attr_t &optional;
		dir_post_attr: fattr_t &optional;
	};

	## The result of REMOVE and RMDIR.
	type delobj_reply_t: record {
		dir_pre_attr: wcc_attr_t &optional;
		dir_post_attr: fattr_t &optional;
	};

	## The result of RENAME.
	type renameobj_reply_t: record {
		src_dir_pre_attr: wcc_attr_t;
		src_dir_post_attr: fattr_t;
		dst_dir_pre_attr: wcc_attr_t;
		dst_dir_post_attr: fattr_t;
	};

	## READDIR and READDIRPLUS.
	type readdirargs_t: record {
		isplus: bool;
		dirfh: string;
		cookie: count;
		cookieverf: count;
		dircount: count;
		maxcount: count &optional;
	};

	## An entry of a directory.
	type direntry_t: record {
		fileid: count;
		fname: string;
		cookie: count;
		attr: fattr_t &optional;
		fh: string &optional;
	};

	type direntry_vec_t: vector of direntry_t;

	## The entries of a directory.
	type readdir_reply_t: record {
		isplus: bool;
		dir_attr: fattr_t &optional;
		cookieverf: count &optional;
		entries: direntry_vec_t &optional;
		eof: bool;
	};

	type fsstat_t: record {
		attrs: fattr_t &optional;
		tbytes: double;
		fbytes: double;
		abytes: double;
		tfiles: double;
		ffiles: double;
		afiles: double;
		invarsec: interval;
	};
}

module MOUNT3;

export {
	## A call to the mount protocol and its reply, as with NFS.
	type info_t: record {
		rpc_stat: rpc_status;
		mnt_stat: status_t;
		req_start: time;
		req_dur: interval;
		req_len: count;
		rep_start: time;
		rep_dur: interval;
		rep_len: count;
		rpc_uid: count;
		rpc_gid: count;
		rpc_stamp: count;
		rpc_machine_name: string;
		rpc_auxgids: index_vec;
	};

	## A directory to mount.
	type dirmntargs_t: record {
		dirname: string;
	};

	## The result of MNT: the directory's handle.
	type mnt_reply_t: record {
		dirfh: string &optional;
		auth_flavors: vector of auth_flavor_t &optional;
	};
}

module GLOBAL;
