//! Maps numbers of NFS and the mount protocol to the names in script enums (RFC 1813).
use event::EnumName;

/// The status of an NFS reply.
pub(super) fn nfs_status(n: u32) -> EnumName {
    EnumName(match n {
        0 => "NFS3::NFS3ERR_OK",
        1 => "NFS3::NFS3ERR_PERM",
        2 => "NFS3::NFS3ERR_NOENT",
        5 => "NFS3::NFS3ERR_IO",
        6 => "NFS3::NFS3ERR_NXIO",
        13 => "NFS3::NFS3ERR_ACCES",
        17 => "NFS3::NFS3ERR_EXIST",
        18 => "NFS3::NFS3ERR_XDEV",
        19 => "NFS3::NFS3ERR_NODEV",
        20 => "NFS3::NFS3ERR_NOTDIR",
        21 => "NFS3::NFS3ERR_ISDIR",
        22 => "NFS3::NFS3ERR_INVAL",
        27 => "NFS3::NFS3ERR_FBIG",
        28 => "NFS3::NFS3ERR_NOSPC",
        30 => "NFS3::NFS3ERR_ROFS",
        31 => "NFS3::NFS3ERR_MLINK",
        63 => "NFS3::NFS3ERR_NAMETOOLONG",
        66 => "NFS3::NFS3ERR_NOTEMPTY",
        69 => "NFS3::NFS3ERR_DQUOT",
        70 => "NFS3::NFS3ERR_STALE",
        71 => "NFS3::NFS3ERR_REMOTE",
        10001 => "NFS3::NFS3ERR_BADHANDLE",
        10002 => "NFS3::NFS3ERR_NOT_SYNC",
        10003 => "NFS3::NFS3ERR_BAD_COOKIE",
        10004 => "NFS3::NFS3ERR_NOTSUPP",
        10005 => "NFS3::NFS3ERR_TOOSMALL",
        10006 => "NFS3::NFS3ERR_SERVERFAULT",
        10007 => "NFS3::NFS3ERR_BADTYPE",
        10008 => "NFS3::NFS3ERR_JUKEBOX",
        _ => "NFS3::NFS3ERR_UNKNOWN",
    })
}

/// The procedure of NFS with this number.
pub(super) fn nfs_procedure(n: u32) -> EnumName {
    EnumName(match n {
        0 => "NFS3::PROC_NULL",
        1 => "NFS3::PROC_GETATTR",
        2 => "NFS3::PROC_SETATTR",
        3 => "NFS3::PROC_LOOKUP",
        4 => "NFS3::PROC_ACCESS",
        5 => "NFS3::PROC_READLINK",
        6 => "NFS3::PROC_READ",
        7 => "NFS3::PROC_WRITE",
        8 => "NFS3::PROC_CREATE",
        9 => "NFS3::PROC_MKDIR",
        10 => "NFS3::PROC_SYMLINK",
        11 => "NFS3::PROC_MKNOD",
        12 => "NFS3::PROC_REMOVE",
        13 => "NFS3::PROC_RMDIR",
        14 => "NFS3::PROC_RENAME",
        15 => "NFS3::PROC_LINK",
        16 => "NFS3::PROC_READDIR",
        17 => "NFS3::PROC_READDIRPLUS",
        18 => "NFS3::PROC_FSSTAT",
        19 => "NFS3::PROC_FSINFO",
        20 => "NFS3::PROC_PATHCONF",
        21 => "NFS3::PROC_COMMIT",
        _ => "NFS3::PROC_END_OF_PROCS",
    })
}

/// The type of a file; an unassigned number means a regular file.
pub(super) fn file_type(n: u32) -> EnumName {
    EnumName(match n {
        2 => "NFS3::FTYPE_DIR",
        3 => "NFS3::FTYPE_BLK",
        4 => "NFS3::FTYPE_CHR",
        5 => "NFS3::FTYPE_LNK",
        6 => "NFS3::FTYPE_SOCK",
        7 => "NFS3::FTYPE_FIFO",
        _ => "NFS3::FTYPE_REG",
    })
}

/// How a time is set; an unassigned number means that it is not changed.
pub(super) fn time_how(n: u32) -> EnumName {
    EnumName(match n {
        1 => "NFS3::SET_TO_SERVER_TIME",
        2 => "NFS3::SET_TO_CLIENT_TIME",
        _ => "NFS3::DONT_CHANGE",
    })
}

/// Where written data is stored; an unassigned number means UNSTABLE.
pub(super) fn stable_how(n: u32) -> EnumName {
    EnumName(match n {
        1 => "NFS3::DATA_SYNC",
        2 => "NFS3::FILE_SYNC",
        _ => "NFS3::UNSTABLE",
    })
}

/// The status of a reply of the mount protocol.
pub(super) fn mount_status(n: u32) -> EnumName {
    EnumName(match n {
        0 => "MOUNT3::MNT3_OK",
        1 => "MOUNT3::MNT3ERR_PERM",
        2 => "MOUNT3::MNT3ERR_NOENT",
        5 => "MOUNT3::MNT3ERR_IO",
        13 => "MOUNT3::MNT3ERR_ACCES",
        20 => "MOUNT3::MNT3ERR_NOTDIR",
        22 => "MOUNT3::MNT3ERR_INVAL",
        63 => "MOUNT3::MNT3ERR_NAMETOOLONG",
        10004 => "MOUNT3::MNT3ERR_NOTSUPP",
        10006 => "MOUNT3::MNT3ERR_SERVERFAULT",
        _ => "MOUNT3::MOUNT3ERR_UNKNOWN",
    })
}

/// The procedure of the mount protocol with this number.
pub(super) fn mount_procedure(n: u32) -> EnumName {
    EnumName(match n {
        0 => "MOUNT3::PROC_NULL",
        1 => "MOUNT3::PROC_MNT",
        2 => "MOUNT3::PROC_DUMP",
        3 => "MOUNT3::PROC_UMNT",
        4 => "MOUNT3::PROC_UMNT_ALL",
        5 => "MOUNT3::PROC_EXPORT",
        _ => "MOUNT3::PROC_END_OF_PROCS",
    })
}

/// An authentication flavor; an unassigned number means AUTH_NULL.
pub(super) fn auth_flavor(n: u32) -> EnumName {
    EnumName(match n {
        1 => "MOUNT3::AUTH_UNIX",
        2 => "MOUNT3::AUTH_SHORT",
        3 => "MOUNT3::AUTH_DES",
        _ => "MOUNT3::AUTH_NULL",
    })
}
