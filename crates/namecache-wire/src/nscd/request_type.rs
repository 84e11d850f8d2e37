//! The types of requests.
use crate::database::Database;

/// A type of request. The discriminant is its number in the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(i32)]
pub enum RequestType {
    /// A user by name.
    PasswdByName = 0,
    /// A user by uid in decimal.
    PasswdByUid = 1,
    /// A group by name.
    GroupByName = 2,
    /// A group by gid in decimal.
    GroupByGid = 3,
    /// A host by name, IPv4.
    HostByName = 4,
    /// A host by name, IPv6.
    HostByNameV6 = 5,
    /// A host by IPv4 address.
    HostByAddr = 6,
    /// A host by IPv6 address.
    HostByAddrV6 = 7,
    /// Stops the daemon.
    Shutdown = 8,
    /// The statistics of `nscd -g`.
    Statistics = 9,
    /// Flushes a database.
    Invalidate = 10,
    /// The descriptor of the passwd image.
    PasswdFd = 11,
    /// The descriptor of the group image.
    GroupFd = 12,
    /// The descriptor of the hosts image.
    HostsFd = 13,
    /// All addresses of a host.
    Addrinfo = 14,
    /// The groups of a user.
    Initgroups = 15,
    /// A service, `name/protocol`.
    ServiceByName = 16,
    /// A service, `port/protocol`, the port in network order.
    ServiceByPort = 17,
    /// The descriptor of the services image.
    ServicesFd = 18,
    /// The triples of a netgroup.
    Netgroup = 19,
    /// Whether a triple is in a netgroup.
    InNetgroup = 20,
    /// The descriptor of the netgroup image.
    NetgroupFd = 21,
}

impl RequestType {
    /// Returns the type with this number.
    #[must_use]
    pub fn numbered(n: i32) -> Option<RequestType> {
        use RequestType::*;
        const ALL: [RequestType; 22] = [
            PasswdByName,
            PasswdByUid,
            GroupByName,
            GroupByGid,
            HostByName,
            HostByNameV6,
            HostByAddr,
            HostByAddrV6,
            Shutdown,
            Statistics,
            Invalidate,
            PasswdFd,
            GroupFd,
            HostsFd,
            Addrinfo,
            Initgroups,
            ServiceByName,
            ServiceByPort,
            ServicesFd,
            Netgroup,
            InNetgroup,
            NetgroupFd,
        ];
        ALL.get(usize::try_from(n).ok()?).copied()
    }

    /// The database of a lookup or a descriptor request.
    #[must_use]
    pub fn database(self) -> Option<Database> {
        use RequestType::*;
        Some(match self {
            PasswdByName | PasswdByUid | PasswdFd => Database::Passwd,
            GroupByName | GroupByGid | GroupFd => Database::Group,
            Initgroups => Database::Initgroups,
            ServiceByName | ServiceByPort | ServicesFd => Database::Services,
            Netgroup | InNetgroup | NetgroupFd => Database::Netgroup,
            HostByName | HostByNameV6 | HostByAddr | HostByAddrV6 | Addrinfo | HostsFd => Database::Hosts,
            Shutdown | Statistics | Invalidate => return None,
        })
    }

    /// Whether the request asks for a descriptor.
    #[must_use]
    pub fn wants_descriptor(self) -> bool {
        use RequestType::*;
        matches!(self, PasswdFd | GroupFd | HostsFd | ServicesFd | NetgroupFd)
    }

    /// The size of the answer's header in bytes.
    #[must_use]
    pub fn answer_header(self) -> usize {
        use RequestType::*;
        match self {
            PasswdByName | PasswdByUid => 36,
            GroupByName | GroupByGid | Addrinfo | ServiceByName | ServiceByPort => 24,
            HostByName | HostByNameV6 | HostByAddr | HostByAddrV6 => 32,
            Initgroups | InNetgroup => 12,
            Netgroup => 16,
            _ => 8,
        }
    }
}
