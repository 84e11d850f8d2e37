//! Pools of nodes: choose a node for a key, or the next one in turn.
//!
//! Keys are assigned by rendezvous hashing (Thaler and Ravishankar, 1998): each site has a weight for a key and the
//! highest wins, so when a site leaves, only its own keys move. Hash and weight are bit-identical to the script
//! functions `fnv1a32` and `hrw_weight`, so every node of a cluster finds the same owner.

/// Computes the 32-bit FNV-1a hash.
pub fn fnv1a32(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

/// Returns the number of a site: the hash of `NAME.0`.
pub fn site_id(name: &str) -> u32 {
    fnv1a32(format!("{name}.0").as_bytes())
}

/// Computes the weight of a key's digest at a site, below 2^31.
pub fn hrw_weight(digest: u32, site: u32) -> u32 {
    // The generator of the paper, section 3: A = 1103515245, B = 12345, modulo 2^31.
    let step = |n: u32| 1_103_515_245_u32.wrapping_mul(n).wrapping_add(12_345);
    step(step(site) ^ (digest & 0x7fff_ffff)) & 0x7fff_ffff
}

/// The nodes of a pool that are up.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    /// The names and numbers of the nodes, sorted by name.
    sites: Vec<(Box<str>, u32)>,
    turn: usize,
}

impl Pool {
    /// Adds a node. Returns `false` if it is already in the pool.
    pub fn add(&mut self, name: &str) -> bool {
        match self.place(name) {
            Ok(_) => false,
            Err(at) => {
                self.sites.insert(at, (name.into(), site_id(name)));
                true
            }
        }
    }

    /// Removes a node. Returns `false` if it is not in the pool.
    pub fn remove(&mut self, name: &str) -> bool {
        self.place(name).map(|at| self.sites.remove(at)).is_ok()
    }

    fn place(&self, name: &str) -> Result<usize, usize> {
        self.sites.binary_search_by(|(n, _)| (**n).cmp(name))
    }

    /// The number of nodes in the pool.
    pub fn len(&self) -> usize {
        self.sites.len()
    }

    /// Whether the pool has no nodes.
    pub fn is_empty(&self) -> bool {
        self.sites.is_empty()
    }

    /// Returns the owner of a key, given the bytes that `fnv1a32` hashes in scripts. Among equal weights, the highest
    /// site number wins.
    pub fn owner(&self, key: &[u8]) -> Option<&str> {
        let digest = fnv1a32(key);
        let best = self.sites.iter().max_by_key(|(_, id)| (hrw_weight(digest, *id), *id));
        best.map(|(name, _)| &**name)
    }

    /// Returns the next node in turn, ordered by name.
    pub fn next_in_turn(&mut self) -> Option<&str> {
        let turn = self.turn;
        self.turn = turn.wrapping_add(1);
        self.sites.get(turn % self.sites.len().max(1)).map(|(name, _)| &**name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_owner(sites: &[u32], key: &[u8], owner: u32) {
        let digest = fnv1a32(key);
        let best = sites.iter().max_by_key(|id| (hrw_weight(digest, **id), **id));
        assert_eq!(best, Some(&owner), "{key:?}");
    }

    /// Returns the bytes that scripts hash for a count: the number of its type, then its value.
    fn of_count(n: u64) -> Vec<u8> {
        [&3u32.to_le_bytes()[..], &n.to_le_bytes()].concat()
    }

    /// Numbered sites, and the owners that Zeek finds for keys.
    #[test]
    fn owners_among_numbered_sites() {
        let texts = ["one", "two", "three", "four", "five", "six"].map(|s| s.as_bytes().to_vec());
        let keys: Vec<Vec<u8>> = texts.into_iter().chain((1..=3).map(of_count)).collect();
        for (key, owner) in keys.iter().zip([0, 3, 1, 1, 3, 3, 1, 0, 1]) {
            check_owner(&[0, 1, 3, 4], key, owner);
        }
        for (key, owner) in keys.iter().zip([1, 3, 1, 1, 3, 3, 1, 4, 1]) {
            check_owner(&[1, 3, 4], key, owner);
        }
    }

    /// Two proxies, and the owners that Zeek finds for counts.
    #[test]
    fn owners_among_proxies() {
        let mut pool = Pool::default();
        assert!(pool.add("proxy-2") && pool.add("proxy-1") && !pool.add("proxy-1"));
        let owners = [(0, 2), (1, 1), (2, 2), (3, 2), (13, 1), (37, 1), (42, 1), (101, 1)];
        for (key, n) in owners {
            assert_eq!(pool.owner(&of_count(key)), Some(&*format!("proxy-{n}")), "{key}");
        }
        assert_eq!(
            [pool.next_in_turn().unwrap().to_owned(), pool.next_in_turn().unwrap().to_owned()],
            ["proxy-1", "proxy-2"]
        );
        assert!(pool.remove("proxy-1") && !pool.remove("proxy-1"));
        assert_eq!(pool.owner(b"1"), Some("proxy-2"));
        assert_eq!(pool.next_in_turn(), Some("proxy-2"));
        assert!(pool.remove("proxy-2") && pool.is_empty());
        assert_eq!(pool.owner(b"1"), None);
        assert_eq!(pool.next_in_turn(), None);
    }
}
