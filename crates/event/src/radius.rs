//! RADIUS (RFC 2865).
use crate::{ConnId, Pairs, ToArg, events, records};

/// A table whose pairs are made while they are handed out.
#[derive(Clone, Copy)]
pub struct Attributes<'a>(pub &'a dyn Pairs);

impl ToArg for Attributes<'_> {
    fn arg(&self) -> crate::Arg<'_> {
        crate::Arg::Table(self.0)
    }
}

records! {
    /// A message. `attributes` are values by type, in order; unset where there are none.
    RadiusMsg<'a> = "RADIUS::Message" {
        code: u64, trans_id: u64, authenticator: &'a [u8], attributes: Option<Attributes<'a>>
    }
}

events! { in radius;
    /// Every message.
    RadiusMessage<'a> = "radius_message" { c: ConnId, result: RadiusMsg<'a> }
    /// Each attribute of a message, before it.
    RadiusAttribute<'a> = "radius_attribute" { c: ConnId, attr_type: u64, value: &'a [u8] }
}
