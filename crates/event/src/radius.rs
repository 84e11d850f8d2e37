// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_RADIUS.events.bif.zeek, base/init/infrastructure.zeek}.
//! RADIUS (RFC 2865).
use crate::arg::{ConnId, Pairs};
use crate::declare::{events, records};

records! {
    /// A message. `attributes` has the values by type, in order; it is unset without attributes.
    RadiusMsg<'a> = "RADIUS::Message" {
        code: u64, trans_id: u64, authenticator: &'a [u8], attributes: Option<&'a dyn Pairs>
    }
}

events! { in radius;
    /// A message of RADIUS.
    RadiusMessage<'a> = "radius_message" { c: ConnId, result: RadiusMsg<'a> }
    /// An attribute of a message of RADIUS, before radius_message.
    RadiusAttribute<'a> = "radius_attribute" { c: ConnId, attr_type: u64, value: &'a [u8] }
}
