// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_RPC.events.bif.zeek, base/init/rpc.zeek}.
//! Sun RPC (RFC 5531), the port mapper (RFC 1833), NFS 3 and its mount protocol (RFC 1813).
use crate::arg::{ConnId, EnumName, List, ListOf, Moment, Pairs};
use crate::declare::{events, records};
use net_types::{Interval, Port, Timestamp};

records! {
    /// The port of a program.
    PmMapping = "pm_mapping" { program: u64, version: u64, p: Port }
    /// A request for the port of a program.
    PmPortRequest = "pm_port_request" { program: u64, version: u64, is_tcp: bool }
    /// A call that the port mapper makes for the client.
    PmCallitRequest = "pm_callit_request" { program: u64, version: u64, proc: u64, arg_size: u64 }
    /// A call to NFS and its reply. Lengths count the bytes after the message's number and type; that of a missing reply
    /// is 0.
    NfsInfo<'a> = "NFS3::info_t" {
        rpc_stat: EnumName, nfs_stat: EnumName, req_start: Timestamp, req_dur: Interval, req_len: u64,
        rep_start: Timestamp, rep_dur: Interval, rep_len: u64, rpc_uid: u64, rpc_gid: u64, rpc_stamp: u64,
        rpc_machine_name: &'a [u8], rpc_auxgids: ListOf<'a, u64>
    }
    /// Attributes to set.
    Sattr = "NFS3::sattr_t" {
        mode: Option<u64>, uid: Option<u64>, gid: Option<u64>, size: Option<u64>, atime: EnumName, mtime: EnumName
    }
    /// Attributes of a file.
    Fattr = "NFS3::fattr_t" {
        ftype: EnumName, mode: u64, nlink: u64, uid: u64, gid: u64, size: u64, used: u64, rdev1: u64, rdev2: u64,
        fsid: u64, fileid: u64, atime: Moment, mtime: Moment, ctime: Moment
    }
    /// The target of a link.
    SymlinkData<'a> = "NFS3::symlinkdata_t" { symlink_attributes: Sattr, nfspath: &'a [u8] }
    /// A name in a directory.
    Dirop<'a> = "NFS3::diropargs_t" { dirfh: &'a [u8], fname: &'a [u8] }
    /// RENAME.
    RenameArgs<'a> = "NFS3::renameopargs_t" {
        src_dirfh: &'a [u8], src_fname: &'a [u8], dst_dirfh: &'a [u8], dst_fname: &'a [u8]
    }
    /// SYMLINK.
    SymlinkArgs<'a> = "NFS3::symlinkargs_t" { link: Dirop<'a>, symlinkdata: SymlinkData<'a> }
    /// LINK.
    LinkArgs<'a> = "NFS3::linkargs_t" { fh: &'a [u8], link: Dirop<'a> }
    /// SETATTR.
    SattrArgs<'a> = "NFS3::sattrargs_t" { fh: &'a [u8], new_attributes: Sattr }
    /// The result of LOOKUP.
    LookupReply<'a> = "NFS3::lookup_reply_t" { fh: Option<&'a [u8]>, obj_attr: Option<Fattr>, dir_attr: Option<Fattr> }
    /// READ.
    ReadArgs<'a> = "NFS3::readargs_t" { fh: &'a [u8], offset: u64, size: u64 }
    /// The result of READ.
    ReadReply<'a> = "NFS3::read_reply_t" {
        attr: Option<Fattr>, size: Option<u64>, eof: Option<bool>, data: Option<&'a [u8]>
    }
    /// The result of READLINK.
    ReadlinkReply<'a> = "NFS3::readlink_reply_t" { attr: Option<Fattr>, nfspath: Option<&'a [u8]> }
    /// WRITE.
    WriteArgs<'a> = "NFS3::writeargs_t" {
        fh: &'a [u8], offset: u64, size: u64, stable: EnumName, data: Option<&'a [u8]>
    }
    /// Attributes before a change, which show whether there was another change.
    WccAttr = "NFS3::wcc_attr_t" { size: u64, atime: Moment, mtime: Moment }
    /// The result of LINK.
    LinkReply = "NFS3::link_reply_t" { post_attr: Option<Fattr>, preattr: Option<WccAttr>, postattr: Option<Fattr> }
    /// The result of SETATTR.
    SattrReply = "NFS3::sattr_reply_t" { dir_pre_attr: Option<WccAttr>, dir_post_attr: Option<Fattr> }
    /// The result of WRITE.
    WriteReply = "NFS3::write_reply_t" {
        preattr: Option<WccAttr>, postattr: Option<Fattr>, size: Option<u64>, commited: Option<EnumName>,
        verf: Option<u64>
    }
    /// A new file, directory or link.
    NewobjReply<'a> = "NFS3::newobj_reply_t" {
        fh: Option<&'a [u8]>, obj_attr: Option<Fattr>, dir_pre_attr: Option<WccAttr>, dir_post_attr: Option<Fattr>
    }
    /// The result of REMOVE and RMDIR.
    DelobjReply = "NFS3::delobj_reply_t" { dir_pre_attr: Option<WccAttr>, dir_post_attr: Option<Fattr> }
    /// The result of RENAME.
    RenameReply = "NFS3::renameobj_reply_t" {
        src_dir_pre_attr: Option<WccAttr>, src_dir_post_attr: Option<Fattr>, dst_dir_pre_attr: Option<WccAttr>,
        dst_dir_post_attr: Option<Fattr>
    }
    /// READDIR and READDIRPLUS.
    ReaddirArgs<'a> = "NFS3::readdirargs_t" {
        isplus: bool, dirfh: &'a [u8], cookie: u64, cookieverf: u64, dircount: u64, maxcount: Option<u64>
    }
    /// An entry of a directory.
    Direntry<'a> = "NFS3::direntry_t" {
        fileid: u64, fname: &'a [u8], cookie: u64, attr: Option<Fattr>, fh: Option<&'a [u8]>
    }
    /// The entries of a directory.
    ReaddirReply<'a> = "NFS3::readdir_reply_t" {
        isplus: bool, dir_attr: Option<Fattr>, cookieverf: Option<u64>, entries: Option<&'a dyn List>,
        eof: Option<bool>
    }
    /// A call to the mount protocol and its reply, as with NFS.
    MountInfo<'a> = "MOUNT3::info_t" {
        rpc_stat: EnumName, mnt_stat: EnumName, req_start: Timestamp, req_dur: Interval, req_len: u64,
        rep_start: Timestamp, rep_dur: Interval, rep_len: u64, rpc_uid: u64, rpc_gid: u64, rpc_stamp: u64,
        rpc_machine_name: &'a [u8], rpc_auxgids: ListOf<'a, u64>
    }
    /// A directory to mount.
    DirmntArgs<'a> = "MOUNT3::dirmntargs_t" { dirname: &'a [u8] }
    /// The result of MNT: the directory's handle.
    MntReply<'a> = "MOUNT3::mnt_reply_t" { dirfh: Option<&'a [u8]>, auth_flavors: Option<ListOf<'a, EnumName>> }
}

events! { in rpc;
    /// An NFS NULL call.
    NfsProcNull<'a> = "nfs_proc_null" { c: ConnId, info: NfsInfo<'a> }
    /// GETATTR: reads the attributes of a file.
    NfsProcGetattr<'a> = "nfs_proc_getattr" { c: ConnId, info: NfsInfo<'a>, fh: &'a [u8], attrs: Fattr }
    /// SETATTR: sets the attributes of a file.
    NfsProcSattr<'a> = "nfs_proc_sattr" { c: ConnId, info: NfsInfo<'a>, req: SattrArgs<'a>, rep: SattrReply }
    /// LOOKUP: looks up a name in a directory.
    NfsProcLookup<'a> = "nfs_proc_lookup" { c: ConnId, info: NfsInfo<'a>, req: Dirop<'a>, rep: LookupReply<'a> }
    /// READ: reads from a file.
    NfsProcRead<'a> = "nfs_proc_read" { c: ConnId, info: NfsInfo<'a>, req: ReadArgs<'a>, rep: ReadReply<'a> }
    /// READLINK: reads a symbolic link.
    NfsProcReadlink<'a> = "nfs_proc_readlink" { c: ConnId, info: NfsInfo<'a>, fh: &'a [u8], rep: ReadlinkReply<'a> }
    /// SYMLINK: creates a symbolic link.
    NfsProcSymlink<'a> = "nfs_proc_symlink" {
        c: ConnId, info: NfsInfo<'a>, req: SymlinkArgs<'a>, rep: NewobjReply<'a>
    }
    /// LINK: adds a further name to a file.
    NfsProcLink<'a> = "nfs_proc_link" { c: ConnId, info: NfsInfo<'a>, req: LinkArgs<'a>, rep: LinkReply }
    /// WRITE: writes to a file.
    NfsProcWrite<'a> = "nfs_proc_write" { c: ConnId, info: NfsInfo<'a>, req: WriteArgs<'a>, rep: WriteReply }
    /// CREATE: creates a file.
    NfsProcCreate<'a> = "nfs_proc_create" { c: ConnId, info: NfsInfo<'a>, req: Dirop<'a>, rep: NewobjReply<'a> }
    /// MKDIR: creates a directory.
    NfsProcMkdir<'a> = "nfs_proc_mkdir" { c: ConnId, info: NfsInfo<'a>, req: Dirop<'a>, rep: NewobjReply<'a> }
    /// REMOVE: removes a file.
    NfsProcRemove<'a> = "nfs_proc_remove" { c: ConnId, info: NfsInfo<'a>, req: Dirop<'a>, rep: DelobjReply }
    /// RMDIR: removes a directory.
    NfsProcRmdir<'a> = "nfs_proc_rmdir" { c: ConnId, info: NfsInfo<'a>, req: Dirop<'a>, rep: DelobjReply }
    /// RENAME: renames a file.
    NfsProcRename<'a> = "nfs_proc_rename" { c: ConnId, info: NfsInfo<'a>, req: RenameArgs<'a>, rep: RenameReply }
    /// READDIR: lists a directory.
    NfsProcReaddir<'a> = "nfs_proc_readdir" {
        c: ConnId, info: NfsInfo<'a>, req: ReaddirArgs<'a>, rep: ReaddirReply<'a>
    }
    /// An NFS call without a specific event.
    NfsProcNotImplemented<'a> = "nfs_proc_not_implemented" { c: ConnId, info: NfsInfo<'a>, proc: EnumName }
    /// Every NFS reply, before the event of its procedure.
    NfsReplyStatus<'a> = "nfs_reply_status" { n: ConnId, info: NfsInfo<'a> }
    /// A NULL call to the port mapper.
    PmRequestNull = "pm_request_null" { r: ConnId }
    /// A program registers its port with the port mapper.
    PmRequestSet = "pm_request_set" { r: ConnId, m: PmMapping, success: bool }
    /// A program unregisters from the port mapper.
    PmRequestUnset = "pm_request_unset" { r: ConnId, m: PmMapping, success: bool }
    /// A client asks the port mapper for the port of a program.
    PmRequestGetport = "pm_request_getport" { r: ConnId, pr: PmPortRequest, p: Port }
    /// A client asks the port mapper for all programs.
    PmRequestDump<'a> = "pm_request_dump" { r: ConnId, m: &'a dyn Pairs }
    /// A client asks the port mapper to forward a call.
    PmRequestCallit = "pm_request_callit" { r: ConnId, call: PmCallitRequest, p: Port }
    /// A pm_request_null that failed.
    PmAttemptNull = "pm_attempt_null" { r: ConnId, status: EnumName }
    /// A pm_request_set that failed.
    PmAttemptSet = "pm_attempt_set" { r: ConnId, status: EnumName, m: PmMapping }
    /// A pm_request_unset that failed.
    PmAttemptUnset = "pm_attempt_unset" { r: ConnId, status: EnumName, m: PmMapping }
    /// A pm_request_getport that failed.
    PmAttemptGetport = "pm_attempt_getport" { r: ConnId, status: EnumName, pr: PmPortRequest }
    /// A pm_request_dump that failed.
    PmAttemptDump = "pm_attempt_dump" { r: ConnId, status: EnumName }
    /// A pm_request_callit that failed.
    PmAttemptCallit = "pm_attempt_callit" { r: ConnId, status: EnumName, call: PmCallitRequest }
    /// The port mapper returned an invalid port.
    PmBadPort = "pm_bad_port" { r: ConnId, bad_p: u64 }
    /// A Sun RPC call with its reply, or without one after a timeout.
    RpcDialogue = "rpc_dialogue" {
        c: ConnId, prog: u64, ver: u64, proc: u64, status: EnumName, start_time: Timestamp, call_len: u64,
        reply_len: u64
    }
    /// A Sun RPC call.
    RpcCall = "rpc_call" { c: ConnId, xid: u64, prog: u64, ver: u64, proc: u64, call_len: u64 }
    /// A Sun RPC reply.
    RpcReply = "rpc_reply" { c: ConnId, xid: u64, status: EnumName, reply_len: u64 }
    /// Too many calls waited for replies; all were discarded.
    RpcDiscardedPendingCalls = "rpc_discarded_pending_calls" { c: ConnId }
    /// A NULL call of the mount protocol.
    MountProcNull<'a> = "mount_proc_null" { c: ConnId, info: MountInfo<'a> }
    /// A directory is mounted.
    MountProcMnt<'a> = "mount_proc_mnt" { c: ConnId, info: MountInfo<'a>, req: DirmntArgs<'a>, rep: MntReply<'a> }
    /// A directory is unmounted.
    MountProcUmnt<'a> = "mount_proc_umnt" { c: ConnId, info: MountInfo<'a>, req: DirmntArgs<'a> }
    /// A call of the mount protocol without a specific event.
    MountProcNotImplemented<'a> = "mount_proc_not_implemented" { c: ConnId, info: MountInfo<'a>, proc: EnumName }
    /// Every reply of the mount protocol, before the event of its procedure.
    MountReplyStatus<'a> = "mount_reply_status" { n: ConnId, info: MountInfo<'a> }
}
