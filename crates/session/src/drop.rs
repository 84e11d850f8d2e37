//! Dropping packets by address, as scripts request: always or with a probability.
use hashbrown::HashMap;
use net_types::{Addr, Subnet};
use wire::{IpProto, ip, tcp};

/// Which address of a packet a rule matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    /// The source address.
    Source,
    /// The destination address.
    Destination,
}

/// Rules for dropping packets: by source, or by destination if no rule matches the source. The narrowest matching
/// network wins.
pub struct Dropping {
    source: Rules,
    destination: Rules,
    /// State of the generator for probabilities (xorshift64*); never zero.
    random: u64,
}

#[derive(Default)]
struct Rules {
    by_net: HashMap<Subnet, Rule, foldhash::fast::RandomState>,
    /// Prefix lengths with at least one rule, over both address families, longest first.
    lengths: Vec<u8>,
}

#[derive(Clone, Copy)]
struct Rule {
    /// TCP segments with any of these flags are not dropped.
    tcp_flags: u8,
    /// Probability of dropping a packet, 0 to 1.
    chance: f64,
}

impl Dropping {
    pub(crate) fn new(seed: [u64; 2]) -> Self {
        Dropping {
            source: Rules::default(),
            destination: Rules::default(),
            random: (seed[0] ^ seed[1].rotate_left(32)) | 1,
        }
    }

    fn rules(&mut self, by: By) -> &mut Rules {
        match by {
            By::Source => &mut self.source,
            By::Destination => &mut self.destination,
        }
    }

    /// Drops packets of a network with probability `chance`, except TCP segments with any of the flags.
    pub fn add(&mut self, by: By, net: Subnet, tcp_flags: u8, chance: f64) {
        let rules = self.rules(by);
        rules.by_net.insert(net, Rule { tcp_flags, chance });
        if !rules.lengths.contains(&net.len()) {
            rules.lengths.push(net.len());
            rules.lengths.sort_unstable_by(|a, b| b.cmp(a));
        }
    }

    /// Removes a rule.
    pub fn remove(&mut self, by: By, net: Subnet) {
        let rules = self.rules(by);
        rules.by_net.remove(&net);
        if !rules.by_net.keys().any(|n| n.len() == net.len()) {
            rules.lengths.retain(|l| *l != net.len());
        }
    }

    /// True if a rule exists for exactly this network.
    pub fn has(&self, by: By, net: Subnet) -> bool {
        let rules = match by {
            By::Source => &self.source,
            By::Destination => &self.destination,
        };
        rules.by_net.contains_key(&net)
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.source.lengths.is_empty() && self.destination.lengths.is_empty()
    }

    pub(crate) fn drops(&mut self, packet: &ip::Packet<'_>) -> bool {
        let rule = self.source.of(packet.src()).or_else(|| self.destination.of(packet.dst()));
        let Some(rule) = rule else { return false };
        if rule.tcp_flags != 0 && packet.proto() == IpProto::TCP {
            match tcp::Segment::parse(packet.captured(), packet.payload_len()) {
                Ok(s) if s.flags().0 & rule.tcp_flags == 0 => {}
                // An incomplete header is reported later, by the transport's own check.
                _ => return false,
            }
        }
        self.draw() < rule.chance
    }

    /// Draws a random number in 0..1.
    fn draw(&mut self) -> f64 {
        self.random ^= self.random >> 12;
        self.random ^= self.random << 25;
        self.random ^= self.random >> 27;
        (self.random.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11) as f64 / (1u64 << 53) as f64
    }
}

impl Rules {
    fn of(&self, addr: Addr) -> Option<Rule> {
        let nets = self.lengths.iter().filter_map(|&len| Subnet::new(addr, len));
        nets.filter_map(|net| self.by_net.get(&net)).copied().next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_narrowest_network_counts_and_rules_can_be_taken_back() {
        let net = |a: [u8; 4], len| Subnet::new(Addr::v4(a), len).unwrap();
        let mut d = Dropping::new([1, 2]);
        d.add(By::Source, net([10, 0, 0, 0], 8), 0, 1.0);
        d.add(By::Source, net([10, 1, 2, 3], 32), 0, 0.0);
        let chance = |d: &Dropping, a| d.source.of(Addr::v4(a)).map(|r| r.chance);
        assert_eq!(chance(&d, [10, 9, 9, 9]), Some(1.0));
        assert_eq!(chance(&d, [10, 1, 2, 3]), Some(0.0));
        assert_eq!(chance(&d, [11, 1, 2, 3]), None);
        d.remove(By::Source, net([10, 1, 2, 3], 32));
        assert_eq!(chance(&d, [10, 1, 2, 3]), Some(1.0));
        d.remove(By::Source, net([10, 0, 0, 0], 8));
        assert!(d.is_empty() && chance(&d, [10, 1, 2, 3]).is_none());
    }

    #[test]
    fn chances_are_between_none_and_all() {
        let mut d = Dropping::new([3, 4]);
        let draws: Vec<f64> = (0..1000).map(|_| d.draw()).collect();
        assert!(draws.iter().all(|x| (0.0..1.0).contains(x)));
        let mean = draws.iter().sum::<f64>() / 1000.0;
        assert!((0.4..0.6).contains(&mean), "{mean}");
    }
}
