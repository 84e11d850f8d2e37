//! Syslog (RFC 3164, 5424).
use crate::{ConnId, events};

events! { in syslog;
    /// Every message; facility and severity are 999 where it has no priority.
    SyslogMessage<'a> = "syslog_message" { c: ConnId, facility: u64, severity: u64, msg: &'a [u8] }
}
