// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_NTP.events.bif.zeek, base/init/infrastructure.zeek}.
//! NTP (RFC 5905, 9327). Times and intervals are doubles in seconds, since NTP has a larger range and a finer resolution than nanoseconds.
use crate::arg::ConnId;
use crate::declare::{events, records};
use net_types::Addr;

records! {
    /// Modes 1 to 5.
    NtpStandardMessage<'a> = "NTP::StandardMessage" {
        stratum: u64, poll: f64, precision: f64, root_delay: f64, root_disp: f64, kiss_code: Option<&'a [u8]>,
        ref_id: Option<&'a [u8]>, ref_addr: Option<Addr>, ref_time: f64, org_time: f64, rec_time: f64, xmt_time: f64,
        key_id: Option<u64>, digest: Option<&'a [u8]>, num_exts: u64
    }
    /// Mode 6.
    NtpControlMessage<'a> = "NTP::ControlMessage" {
        op_code: u64, resp_bit: bool, err_bit: bool, more_bit: bool, sequence: u64, status: u64, association_id: u64,
        data: Option<&'a [u8]>, key_id: Option<u64>, crypto_checksum: Option<&'a [u8]>
    }
    /// Mode 7.
    NtpMode7Message<'a> = "NTP::Mode7Message" {
        req_code: u64, auth_bit: bool, sequence: u64, implementation: u64, err: u64, data: Option<&'a [u8]>
    }
    /// A message. The mode determines which one of the three records is set.
    NtpMsg<'a> = "NTP::Message" {
        version: u64, mode: u64, std_msg: Option<NtpStandardMessage<'a>>, control_msg: Option<NtpControlMessage<'a>>,
        mode7_msg: Option<NtpMode7Message<'a>>
    }
}

events! { in ntp;
    /// An NTP message of any mode.
    NtpMessage<'a> = "ntp_message" { c: ConnId, is_orig: bool, msg: NtpMsg<'a> }
}
