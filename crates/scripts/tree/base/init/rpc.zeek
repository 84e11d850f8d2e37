# Sun RPC: port mapper, NFS, mount.

const rpc_timeout = 24 sec &redef;
const rpc_max_pending_calls = 1000 &redef;

type pm_mapping: record {
	program: count;
	version: count;
	p: port;
};

type pm_mappings: table[count] of pm_mapping;

type pm_port_request: record {
	program: count;
	version: count;
	is_tcp: bool;
};

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

	type sattr_t: record {
		mode: count &optional;
		uid: count &optional;
		gid: count &optional;
		size: count &optional;
		atime: time_how_t &optional;
		mtime: time_how_t &optional;
	};

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

	type symlinkdata_t: record {
		symlink_attributes: sattr_t;
		nfspath: string &optional;
	};

	type diropargs_t: record {
		dirfh: string;
		fname: string;
	};

	type renameopargs_t: record {
		src_dirfh: string;
		src_fname: string;
		dst_dirfh: string;
		dst_fname: string;
	};

	type symlinkargs_t: record {
		link: diropargs_t;
		symlinkdata: symlinkdata_t;
	};

	type linkargs_t: record {
		fh: string;
		link: diropargs_t;
	};

	type sattrargs_t: record {
		fh: string;
		new_attributes: sattr_t;
	};

	type lookup_reply_t: record {
		fh: string &optional;
		obj_attr: fattr_t &optional;
		dir_attr: fattr_t &optional;
	};

	type readargs_t: record {
		fh: string;
		offset: count;
		size: count;
	};

	type read_reply_t: record {
		attr: fattr_t &optional;
		size: count &optional;
		eof: bool &optional;
		data: string &optional;
	};

	type readlink_reply_t: record {
		attr: fattr_t &optional;
		nfspath: string &optional;
	};

	type writeargs_t: record {
		fh: string;
		offset: count;
		size: count;
		stable: stable_how_t;
		data: string &optional;
	};

	type wcc_attr_t: record {
		size: count;
		atime: time;
		mtime: time;
	};

	type link_reply_t: record {
		post_attr: fattr_t &optional;
		preattr: wcc_attr_t &optional;
		postattr: fattr_t &optional;
	};

	type sattr_reply_t: record {
		dir_pre_attr: wcc_attr_t &optional;
		dir_post_attr: fattr_t &optional;
	};

	type write_reply_t: record {
		preattr: wcc_attr_t &optional;
		postattr: fattr_t &optional;
		size: count &optional;
		commited: stable_how_t &optional;
		verf: count &optional;
	};

	type newobj_reply_t: record {
		fh: string &optional;
		obj_attr: fattr_t &optional;
		dir_pre_attr: wcc_attr_t &optional;
		dir_post_attr: fattr_t &optional;
	};

	type delobj_reply_t: record {
		dir_pre_attr: wcc_attr_t &optional;
		dir_post_attr: fattr_t &optional;
	};

	type renameobj_reply_t: record {
		src_dir_pre_attr: wcc_attr_t;
		src_dir_post_attr: fattr_t;
		dst_dir_pre_attr: wcc_attr_t;
		dst_dir_post_attr: fattr_t;
	};

	type readdirargs_t: record {
		isplus: bool;
		dirfh: string;
		cookie: count;
		cookieverf: count;
		dircount: count;
		maxcount: count &optional;
	};

	type direntry_t: record {
		fileid: count;
		fname: string;
		cookie: count;
		attr: fattr_t &optional;
		fh: string &optional;
	};

	type direntry_vec_t: vector of direntry_t;

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

	type dirmntargs_t: record {
		dirname: string;
	};

	type mnt_reply_t: record {
		dirfh: string &optional;
		auth_flavors: vector of auth_flavor_t &optional;
	};
}

module GLOBAL;
