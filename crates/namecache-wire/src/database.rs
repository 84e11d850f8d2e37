//! The databases of the name service.

/// A database of nsswitch.conf(5). The discriminant is its number in keys and mapped memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Database {
    /// Users, by name and by uid.
    Passwd = 0,
    /// Groups, by name and by gid.
    Group = 1,
    /// The groups of a user.
    Initgroups = 2,
    /// Services, by name and by port.
    Services = 3,
    /// IP protocols, by name and by number.
    Protocols = 4,
    /// Sun RPC programs, by name and by number.
    Rpc = 5,
    /// Network names, by name and by number.
    Networks = 6,
    /// Ethernet addresses, by host name and by address.
    Ethers = 7,
    /// Netgroups: the triples of a group, and whether a triple is in it.
    Netgroup = 8,
    /// Hosts, by name and by address.
    Hosts = 9,
}

impl Database {
    /// The number of databases.
    pub const COUNT: usize = 10;

    /// All databases, in the order of their numbers.
    pub const ALL: [Database; Database::COUNT] = [
        Database::Passwd,
        Database::Group,
        Database::Initgroups,
        Database::Services,
        Database::Protocols,
        Database::Rpc,
        Database::Networks,
        Database::Ethers,
        Database::Netgroup,
        Database::Hosts,
    ];

    /// The name that nsswitch.conf and the configuration use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Database::Passwd => "passwd",
            Database::Group => "group",
            Database::Initgroups => "initgroups",
            Database::Services => "services",
            Database::Protocols => "protocols",
            Database::Rpc => "rpc",
            Database::Networks => "networks",
            Database::Ethers => "ethers",
            Database::Netgroup => "netgroup",
            Database::Hosts => "hosts",
        }
    }

    /// Returns the database with this name.
    #[must_use]
    pub fn named(name: &[u8]) -> Option<Database> {
        Database::ALL.into_iter().find(|d| d.name().as_bytes() == name)
    }

    /// Returns the database with this number.
    #[must_use]
    pub fn numbered(n: u32) -> Option<Database> {
        Database::ALL.into_iter().find(|d| *d as u32 == n)
    }

    /// The name of the file in /etc that the source `files` reads.
    #[must_use]
    pub const fn source_file(self) -> &'static str {
        match self {
            Database::Initgroups => "group",
            other => other.name(),
        }
    }

    /// Whether libc can enumerate it. Only then can the cache know that a name is absent without a lookup.
    #[must_use]
    pub const fn can_be_listed(self) -> bool {
        matches!(
            self,
            Database::Passwd
                | Database::Group
                | Database::Services
                | Database::Protocols
                | Database::Rpc
                | Database::Networks
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_translate_back() {
        for (i, d) in Database::ALL.into_iter().enumerate() {
            assert_eq!(d as usize, i);
            assert_eq!(Database::named(d.name().as_bytes()), Some(d));
            assert_eq!(Database::numbered(d as u32), Some(d));
        }
        assert_eq!(Database::named(b"shadow"), None);
        assert_eq!(Database::numbered(10), None);
    }
}
