//! Enumerates whole databases.
use super::abi::*;
use super::call::{enumerate, r_call};
use super::records::{group, network, numbered, passwd, service};
use namecache_wire::Database;

/// Rewinds, enumerates and closes a database, whose position libc keeps.
macro_rules! enumerate_all {
    ($set:path $(, $stay:expr)?; $next:path $(, $herr:expr)?; $end:path; $read:ident, $each:ident) => {{
        // SAFETY: no pointers; a worker has one thread, so no one else uses the position.
        unsafe { $set($($stay)?) };
        let all = enumerate(r_call!($next $(; $herr)?), $read, $each);
        // SAFETY: as above.
        unsafe { $end() };
        all
    }};
}

/// Passes each record of a database to `each`. Returns false if the database cannot be enumerated or its sources
/// failed.
pub(crate) fn list(db: Database, each: &mut impl FnMut(&[u8])) -> bool {
    use libc::{endgrent, endpwent, getgrent_r, getpwent_r, setgrent, setpwent};
    match db {
        Database::Passwd => enumerate_all!(setpwent; getpwent_r; endpwent; passwd, each),
        Database::Group => enumerate_all!(setgrent; getgrent_r; endgrent; group, each),
        Database::Services => enumerate_all!(setservent, 0; getservent_r; endservent; service, each),
        Database::Protocols => enumerate_all!(setprotoent, 0; getprotoent_r; endprotoent; numbered, each),
        Database::Rpc => enumerate_all!(setrpcent, 0; getrpcent_r; endrpcent; numbered, each),
        Database::Networks => {
            let mut herr = 0;
            enumerate_all!(setnetent, 0; getnetent_r, &raw mut herr; endnetent; network, each)
        }
        Database::Initgroups | Database::Ethers | Database::Netgroup | Database::Hosts => false,
    }
}
