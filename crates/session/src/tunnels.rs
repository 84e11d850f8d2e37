//! Tunnels between address pairs. Each has one uid while it is in use.
use crate::encap::{Layer, TunnelType};
use crate::env::{Env, Timer};
use crate::slab::Slab;
use crate::timers::TimerId;
use dict::{Map, Order};
use net_types::{Addr, Timestamp};

struct Pair {
    key: [u8; 32],
    layer: Layer,
    last: Timestamp,
}

/// The known pairs.
pub(crate) struct IpTunnels {
    table: Map<[u8; 32], u32>,
    pairs: Slab<Pair>,
}

impl IpTunnels {
    pub(crate) fn new(seed: [u64; 2]) -> Self {
        IpTunnels { table: Map::new(Order::Any, seed), pairs: Slab::new() }
    }

    /// The tunnel between two addresses, in the direction of its first packet.
    pub(crate) fn between(
        &mut self,
        src: Addr,
        dst: Addr,
        kind: TunnelType,
        proto: u8,
        env: &mut Env,
    ) -> Layer {
        let (low, high) = if src < dst { (src, dst) } else { (dst, src) };
        let mut key = [0; 32];
        let (a, b) = key.split_at_mut(16);
        a.copy_from_slice(low.octets());
        b.copy_from_slice(high.octets());
        if let Some(p) = self.table.get(&key).copied().and_then(|at| self.pairs.get_mut(at)) {
            p.last = env.now;
            return p.layer;
        }
        let layer = Layer::between(src, dst, kind, proto, env.uids.uid());
        if self.table.len() < env.opts.caps.address_pairs {
            let at = self.pairs.insert(Pair { key, layer, last: env.now });
            self.table.insert(&key, at);
            self.look_later(at, env);
        }
        layer
    }

    fn look_later(&self, at: u32, env: &mut Env) {
        let when = env.now + env.opts.ip_tunnel_timeout;
        // Each pair has exactly one timer, and only that removes it.
        env.timers.add(when, Timer::IpTunnel(at), &mut TimerId::default());
    }

    /// Removes a pair that has been unused for too long.
    pub(crate) fn expire(&mut self, at: u32, env: &mut Env) {
        let Some(p) = self.pairs.get(at) else { return };
        if env.now - p.last < env.opts.ip_tunnel_timeout {
            self.look_later(at, env);
        } else if let Some(p) = self.pairs.remove(at) {
            self.table.remove(&p.key);
        }
    }
}
