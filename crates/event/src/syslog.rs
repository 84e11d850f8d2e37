// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_Syslog.events.bif.zeek}.
//! Syslog (RFC 3164, 5424).
use crate::arg::ConnId;
use crate::declare::events;

events! { in syslog;
    /// A message of syslog.
    SyslogMessage<'a> = "syslog_message" { c: ConnId, facility: u64, severity: u64, msg: &'a [u8] }
}
