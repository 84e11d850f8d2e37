//! Rows of weird.log: what the default actions let through, each once in a while.
use super::Snapshot;
use super::files::{Log, LogFiles, id_columns};
use event::{Arg, Event};
use logging::{Cell, Column, Kind, LogError, Schema};
use net_types::{Addr, Interval, Timestamp};
use std::collections::HashMap;

/// An oddity of the same name and place is not logged again within this time.
const IGNORE_REPEATS: Interval = Interval::from_secs(600);
/// One that is logged once a connection or host is not logged again within this time.
const IGNORE_LOGGED: Interval = Interval::from_secs(24 * 3600);
/// Places that are remembered at most.
const MAX_REMEMBERED: usize = 65_536;

/// What is done about an oddity; all others are logged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Action {
    Log,
    Ignore,
    LogPerConn,
    LogPerOrig,
    NoticePerOrig,
}

/// The default action for a name.
fn action(name: &str) -> Action {
    match name {
        "unsolicited_SYN_response" | "FIN_after_reset" | "spontaneous_FIN" | "spontaneous_RST" => {
            Action::Ignore
        }
        "simultaneous_open"
        | "smtp_mail_transaction_invalid"
        | "smtp_excessive_invalid_mail_transactions"
        | "smb_tree_connect_andx_response_without_tree"
        | "FTP_max_command_length_exceeded"
        | "FTP_too_many_pending_commands"
        | "FTP_user_too_long"
        | "FTP_reply_msg_too_long"
        | "FTP_arg_too_long"
        | "FTP_password_too_long" => Action::LogPerConn,
        "bad_ICMP_checksum"
        | "bad_RPC"
        | "bad_TCP_checksum"
        | "bad_UDP_checksum"
        | "bad_IP_checksum"
        | "connection_originator_SYN_ack"
        | "DNS_label_forward_compress_offset"
        | "DNS_label_len_gt_name_len"
        | "DNS_label_len_gt_pkt"
        | "DNS_label_too_long"
        | "excess_RPC"
        | "originator_RPC_reply"
        | "partial_RPC"
        | "responder_RPC_call"
        | "SYN_with_data"
        | "UDP_datagram_length_mismatch"
        | "excessively_small_fragment"
        | "fragment_inconsistency"
        | "fragment_overlap"
        | "fragment_size_inconsistency"
        | "SSH_max_packet_length_exceeded"
        | "SSH_max_string_length_exceeded" => Action::LogPerOrig,
        "FIN_storm" | "successful_RPC_reply_to_invalid_request" | "SYN_after_partial" => {
            Action::NoticePerOrig
        }
        _ => Action::Log,
    }
}

/// These are logged however often they come.
fn may_repeat(name: &str) -> bool {
    matches!(name, "bad_IP_checksum" | "bad_TCP_checksum" | "bad_UDP_checksum" | "bad_ICMP_checksum")
}

/// What an oddity belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Place {
    Nothing,
    Conn((Addr, u16), (Addr, u16)),
    Flow(Addr, Addr),
    Host(Addr),
}

/// When names were logged for places.
#[derive(Default)]
struct Memory(HashMap<(Box<str>, Place), Timestamp>);

impl Memory {
    fn has(&self, name: &str, place: Place, now: Timestamp, keep: Interval) -> bool {
        self.0.get(&(name.into(), place)).is_some_and(|t| now - *t < keep)
    }

    fn add(&mut self, name: &str, place: Place, now: Timestamp, keep: Interval) {
        if self.0.len() >= MAX_REMEMBERED {
            self.0.retain(|_, t| now - *t < keep);
        }
        if self.0.len() >= MAX_REMEMBERED {
            self.0.clear();
        }
        self.0.insert((name.into(), place), now);
    }
}

/// The log with what it remembers.
#[derive(Default)]
pub(super) struct WeirdLog {
    now: Timestamp,
    seen: Memory,
    logged: Memory,
}

fn schema() -> Schema {
    let mut columns = vec![Column::new("ts", Kind::Time), Column::new("uid", Kind::String)];
    columns.extend(id_columns());
    columns.extend([
        Column::new("name", Kind::String),
        Column::new("addl", Kind::String),
        Column::new("notice", Kind::Bool),
        Column::new("peer", Kind::String),
        Column::new("source", Kind::String),
    ]);
    Schema::new("weird", columns)
}

/// What the events say, whatever the oddity belongs to.
#[derive(Default)]
struct Said {
    name: String,
    addl: Vec<u8>,
    source: String,
    ends: Vec<Addr>,
}

impl Said {
    fn read(event: &dyn Event) -> Self {
        let mut said = Said::default();
        let params = event.def().params;
        event.args(&mut |at, arg| match (params.get(at).copied(), arg) {
            (Some("name"), Arg::Str(s)) => said.name = String::from_utf8_lossy(s).into_owned(),
            (Some("source"), Arg::Str(s)) => said.source = String::from_utf8_lossy(s).into_owned(),
            (Some("addl"), Arg::Str(s)) => said.addl = s.to_vec(),
            (_, Arg::Addr(a)) => said.ends.push(a),
            _ => {}
        });
        said
    }
}

impl WeirdLog {
    pub(super) fn set_time(&mut self, now: Timestamp) {
        self.now = now;
    }

    pub(super) fn of_conn(
        &mut self,
        event: &dyn Event,
        c: &Snapshot,
        files: &mut LogFiles,
    ) -> Result<(), LogError> {
        let said = Said::read(event);
        let (orig, resp) = ((c.orig.0, c.orig.1.num), (c.resp.0, c.resp.1.num));
        let uid = c.uid.text(b'C');
        self.log(&said, Place::Conn(orig, resp), Some(uid.as_str()), Some((orig, resp)), files)
    }

    pub(super) fn of_flow(&mut self, event: &dyn Event, files: &mut LogFiles) -> Result<(), LogError> {
        let said = Said::read(event);
        let &[src, dst] = said.ends.as_slice() else { return Ok(()) };
        self.log(&said, Place::Flow(src, dst), None, Some(((src, 0), (dst, 0))), files)
    }

    pub(super) fn of_net(&mut self, event: &dyn Event, files: &mut LogFiles) -> Result<(), LogError> {
        self.log(&Said::read(event), Place::Nothing, None, None, files)
    }

    fn log(
        &mut self,
        said: &Said,
        place: Place,
        uid: Option<&str>,
        ends: Option<((Addr, u16), (Addr, u16))>,
        files: &mut LogFiles,
    ) -> Result<(), LogError> {
        let (name, now) = (said.name.as_str(), self.now);
        let action = action(name);
        if action == Action::Ignore || self.seen.has(name, place, now, IGNORE_REPEATS) {
            return Ok(());
        }
        if action != Action::Log {
            let once = match (action, ends) {
                (Action::LogPerOrig | Action::NoticePerOrig, Some((orig, _))) => Place::Host(orig.0),
                _ => place,
            };
            if self.logged.has(name, once, now, IGNORE_LOGGED) {
                return Ok(());
            }
            self.logged.add(name, once, now, IGNORE_LOGGED);
        }
        if !may_repeat(name) {
            self.seen.add(name, place, now, IGNORE_REPEATS);
        }
        let cell = |a: Option<Cell<'static>>| a.unwrap_or(Cell::Unset);
        let text = |s: &str| -> bool { !s.is_empty() };
        let row = [
            Cell::from(now),
            uid.map_or(Cell::Unset, Cell::from),
            cell(ends.map(|(o, _)| Cell::Addr(o.0))),
            cell(ends.map(|(o, _)| Cell::Port(o.1))),
            cell(ends.map(|(_, r)| Cell::Addr(r.0))),
            cell(ends.map(|(_, r)| Cell::Port(r.1))),
            Cell::from(name),
            if said.addl.is_empty() { Cell::Unset } else { Cell::Str(&said.addl) },
            Cell::Bool(action == Action::NoticePerOrig),
            Cell::from("zeek"),
            if text(&said.source) { Cell::from(said.source.as_str()) } else { Cell::Unset },
        ];
        files.write(Log::Weird, schema, &row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use event::weird::NetWeird;
    use logging::AsciiConfig;

    #[test]
    fn an_oddity_is_logged_once_in_a_while() {
        let dir = tempfile::tempdir().unwrap();
        let mut files = LogFiles::new(dir.path().into(), "log".into(), AsciiConfig::default());
        let mut log = WeirdLog::default();
        for at in [0, 10, 599, 601, 602] {
            log.set_time(Timestamp::from_parts(at, 0));
            log.of_net(&NetWeird { name: "odd", addl: b"", source: "IP" }, &mut files).unwrap();
            log.of_net(&NetWeird { name: "spontaneous_FIN", addl: b"", source: "" }, &mut files).unwrap();
        }
        assert_eq!(files.finish().unwrap(), [("weird".to_owned(), 2)]);
    }
}
