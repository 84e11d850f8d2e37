//! The analyzer of a connection: a state machine that tracks the kind of the next packet.
use super::anomaly::Anomaly;
use super::attributes;
use super::handshake::{Greeting, Response, capability, change_user};
use super::packet::{HEADER, length_encoded, length_encoded_from, packet_length, string, string_from};
use crate::sides::Sides;
use crate::starttls::StartTls;
use crate::units::Units;
use crate::{Maker, Settings};
use event::ListOf;
use event::mysql as ev;
use session::Role;
use session::analyzer::{Analyzer, Context};
use wire::{ReadError, Reader};

/// The maximum length of a packet, in bytes.
const MAX_PACKET: usize = 10 * 1024 * 1024;

/// The maximum length of an EOF packet with its header, in bytes.
const MAX_EOF: usize = 13;

/// Commands that determine the kind of the replies.
mod command {
    pub(super) const QUERY: u8 = 0x03;
    pub(super) const FIELD_LIST: u8 = 0x04;
    pub(super) const STATISTICS: u8 = 0x09;
    pub(super) const PROCESS_INFO: u8 = 0x0a;
    pub(super) const CHANGE_USER: u8 = 0x11;
}

/// The first bytes of a server's packets.
mod marker {
    pub(super) const OK: u8 = 0x00;
    pub(super) const MORE_DATA: u8 = 0x01;
    /// EOF; during a login, a request to switch the authentication plugin.
    pub(super) const EOF: u8 = 0xfe;
    pub(super) const ERROR: u8 = 0xff;
}

/// The kind of the server's next packet, outside a login.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Expect {
    Nothing,
    Status,
    ColumnOrEnd,
    ColumnCount,
    /// The number of column definitions that have not arrived.
    Columns(u64),
    /// The EOF after the column definitions, if the server sends one.
    ColumnsEnd,
    Rows,
}

/// The analyzer of a connection.
pub struct MySql {
    sides: Sides<Units>,
    /// The protocol version; 0 before the greeting.
    version: u8,
    login: bool,
    /// Whether the client sends further packets of its authentication.
    more_auth: bool,
    expect: Expect,
    columns: u64,
    last_number: u8,
    capabilities: u32,
    server_attributes: bool,
    tls: StartTls,
    gone: bool,
}

/// Returns a maker of one analyzer per connection.
pub fn maker(_: &dyn Settings) -> Maker {
    Box::new(|_| Some(Box::<MySql>::default()))
}

impl Default for MySql {
    fn default() -> Self {
        MySql {
            sides: Sides::default(),
            version: 0,
            login: true,
            more_auth: false,
            expect: Expect::Status,
            columns: 0,
            last_number: 0,
            capabilities: 0,
            server_attributes: false,
            tls: StartTls::default(),
            gone: false,
        }
    }
}

/// The reason why a packet cannot be read.
enum Fault {
    Read(ReadError),
    Invalid(&'static str),
}

impl From<ReadError> for Fault {
    fn from(e: ReadError) -> Self {
        Fault::Read(e)
    }
}

type Done = Result<(), Fault>;

impl MySql {
    fn can(&self, capability: u32) -> bool {
        self.capabilities & capability != 0
    }

    /// Ends a login. Commands follow.
    fn command_phase(&mut self) {
        self.login = false;
        self.more_auth = false;
    }

    fn packet(&mut self, cx: &mut Context<'_, '_>, from: Role, packet: &[u8]) -> Done {
        let mut r = Reader::new("MySQL", packet);
        r.skip(HEADER - 1)?;
        let number = r.u8()?;
        match (from.is_orig(), self.login) {
            (true, true) if self.more_auth => {
                let data = r.rest();
                cx.event(|c| ev::MysqlAuthMoreData { c, is_orig: true, data });
                Ok(())
            }
            (true, true) => self.response(cx, &mut r),
            (true, false) => self.command(cx, &mut r),
            (false, login) => {
                // After 255, the sequence number of a long reply wraps around to 0, which does not mark a greeting.
                let initial = number == 0 && self.last_number != u8::MAX;
                self.last_number = number;
                match (login, initial) {
                    (true, true) => self.greeting(cx, &mut r),
                    (true, false) => self.login_reply(cx, &mut r),
                    (false, _) => self.reply(cx, &mut r, packet.len()),
                }
            }
        }
    }

    fn greeting(&mut self, cx: &mut Context<'_, '_>, r: &mut Reader<'_>) -> Done {
        self.version = r.u8()?;
        if !matches!(self.version, 9 | 10) {
            return self.error(cx, r);
        }
        let greeting =
            Greeting::read(self.version, r)?.ok_or(Fault::Invalid("a length of MySQL auth data below 21"))?;
        self.server_attributes = greeting.capabilities & capability::QUERY_ATTRIBUTES != 0;
        cx.event(|c| ev::MysqlServerVersion { c, ver: greeting.server_version });
        if let Some((name, data)) = &greeting.plugin {
            cx.event(|c| ev::MysqlAuthPlugin { c, is_orig: false, name, data });
        }
        Ok(())
    }

    fn response(&mut self, cx: &mut Context<'_, '_>, r: &mut Reader<'_>) -> Done {
        if !matches!(self.version, 9 | 10) {
            return Err(Fault::Invalid("a MySQL login without a greeting"));
        }
        let response = Response::read(self.version, r)?;
        if self.version == 10 {
            self.capabilities = response.capabilities;
        }
        cx.confirm();
        let Some(login) = response.login else {
            self.tls.begin(cx);
            cx.event(|c| ev::MysqlSslRequest { c });
            return Ok(());
        };
        self.more_auth |= login.plugin.is_some();
        cx.event(|c| ev::MysqlHandshake { c, username: login.user });
        if let Some((name, data)) = login.plugin {
            cx.event(|c| ev::MysqlAuthPlugin { c, is_orig: true, name, data });
        }
        Ok(())
    }

    fn login_reply(&mut self, cx: &mut Context<'_, '_>, r: &mut Reader<'_>) -> Done {
        match r.u8()? {
            marker::OK => self.ok(cx, r),
            marker::MORE_DATA => {
                let data = r.rest();
                cx.event(|c| ev::MysqlAuthMoreData { c, is_orig: false, data });
                Ok(())
            }
            marker::EOF => {
                let (name, data) = (r.until(0)?, r.rest());
                self.more_auth = true;
                self.expect = Expect::Status;
                cx.event(|c| ev::MysqlAuthSwitchRequest { c, name, data });
                Ok(())
            }
            marker::ERROR => self.error(cx, r),
            _ => Err(Fault::Invalid("no reply to a MySQL login")),
        }
    }

    fn command(&mut self, cx: &mut Context<'_, '_>, r: &mut Reader<'_>) -> Done {
        let code = r.u8()?;
        if code == command::QUERY
            && self.server_attributes
            && self.can(capability::QUERY_ATTRIBUTES)
            && !attributes::skip(r)?
        {
            return Err(Fault::Invalid("attributes of a MySQL query that are not well formed"));
        }
        let arg = r.rest();
        let user = match code {
            command::CHANGE_USER => {
                Some(change_user(self.capabilities, &mut Reader::new("MySQL change of user", arg))?)
            }
            _ => None,
        };
        self.expect = match code {
            0..=2 | 5..=8 | 0x0b..=0x10 | 0x1d | 0x1f => Expect::Status,
            command::QUERY | command::PROCESS_INFO => Expect::ColumnCount,
            command::FIELD_LIST => Expect::ColumnOrEnd,
            // A change of user begins a login, which handles the replies.
            command::CHANGE_USER => self.expect,
            command::STATISTICS => Expect::Nothing,
            _ => Expect::Nothing,
        };
        self.login |= code == command::CHANGE_USER;
        cx.event(|c| ev::MysqlCommandRequest { c, command: code.into(), arg });
        if let Some(u) = user {
            cx.event(|c| ev::MysqlChangeUser { c, username: u.user });
            cx.event(|c| ev::MysqlAuthPlugin { c, is_orig: true, name: u.plugin, data: u.data });
        }
        Ok(())
    }

    fn reply(&mut self, cx: &mut Context<'_, '_>, r: &mut Reader<'_>, len: usize) -> Done {
        match self.expect {
            Expect::Nothing => Ok(()),
            Expect::Status => match r.u8()? {
                marker::OK => self.ok(cx, r),
                marker::EOF => eof(cx, r, false),
                marker::ERROR => self.error(cx, r),
                _ => Ok(()),
            },
            Expect::ColumnCount => match r.u8()? {
                marker::OK => self.ok(cx, r),
                marker::ERROR => self.error(cx, r),
                first => {
                    self.columns = length_encoded_from(first, r)?;
                    self.expect = Expect::Columns(self.columns);
                    Ok(())
                }
            },
            Expect::Columns(left) => {
                self.expect = match left.saturating_sub(1) {
                    0 => Expect::ColumnsEnd,
                    n => Expect::Columns(n),
                };
                Ok(())
            }
            Expect::ColumnOrEnd if r.peek().first() == Some(&marker::EOF) => {
                r.skip(1)?;
                self.end_of_rows(cx, r, len)
            }
            Expect::ColumnOrEnd => Ok(()),
            Expect::ColumnsEnd if !self.can(capability::DEPRECATE_EOF) => {
                self.expect = Expect::Rows;
                r.skip(1)?;
                self.command_phase();
                eof(cx, r, true)
            }
            Expect::ColumnsEnd | Expect::Rows => self.row(cx, r, len),
        }
    }

    fn row(&mut self, cx: &mut Context<'_, '_>, r: &mut Reader<'_>, len: usize) -> Done {
        let first = r.u8()?;
        if first == marker::EOF {
            self.expect = Expect::Nothing;
            return self.end_of_rows(cx, r, len);
        }
        self.expect = Expect::Rows;
        if !cx.wants::<ev::MysqlResultRow<'_>>() {
            return Ok(());
        }
        let mut fields = vec![string_from(first, r)?];
        for _ in 1..self.columns {
            fields.push(string(r)?);
        }
        cx.event(|c| ev::MysqlResultRow { c, row: ListOf(&fields) });
        Ok(())
    }

    /// Takes the end of a result set: EOF from old servers, OK from new ones.
    fn end_of_rows(&mut self, cx: &mut Context<'_, '_>, r: &mut Reader<'_>, len: usize) -> Done {
        if self.can(capability::DEPRECATE_EOF) || len > MAX_EOF {
            return self.ok(cx, r);
        }
        eof(cx, r, false)
    }

    fn ok(&mut self, cx: &mut Context<'_, '_>, r: &mut Reader<'_>) -> Done {
        // The event carries the lower 32 bits.
        let affected_rows = length_encoded(r)? & u64::from(u32::MAX);
        self.command_phase();
        cx.event(|c| ev::MysqlOk { c, affected_rows });
        Ok(())
    }

    fn error(&mut self, cx: &mut Context<'_, '_>, r: &mut Reader<'_>) -> Done {
        let code = r.le16()?.into();
        // `#` and the SQL state of five characters.
        r.skip(6)?;
        let msg = r.rest();
        self.command_phase();
        cx.event(|c| ev::MysqlError { c, code, msg });
        Ok(())
    }
}

fn eof(cx: &mut Context<'_, '_>, r: &mut Reader<'_>, is_intermediate: bool) -> Done {
    // Number of warnings(2) and status(2).
    r.skip(4)?;
    cx.event(|c| ev::MysqlEof { c, is_intermediate });
    Ok(())
}

impl Analyzer for MySql {
    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, mut data: &[u8]) {
        if self.gone || (!self.tls.has_begun() && cx.is_partial()) {
            return;
        }
        let mut units = std::mem::take(self.sides.of(from));
        while !self.tls.has_begun() {
            let Some(packet) = units.next(&mut data, &packet_length) else { break };
            match self.packet(cx, from, &packet) {
                Ok(()) => {}
                Err(Fault::Read(e)) => cx.violate(&e.to_string(), None),
                Err(Fault::Invalid(what)) => cx.violate(what, None),
            }
        }
        if units.waiting() > MAX_PACKET {
            cx.anomaly(Anomaly::PacketTooLong(units.waiting()));
            self.gone = true;
            return;
        }
        *self.sides.of(from) = units;
        self.tls.forward(cx, from, data);
    }

    fn undelivered(&mut self, cx: &mut Context<'_, '_>, from: Role, seq: u64, len: u64) {
        self.gone |= !self.tls.forward_gap(cx, from, seq, len);
    }

    fn end_of_stream(&mut self, cx: &mut Context<'_, '_>, from: Role) {
        self.tls.forward_end(cx, from);
    }
}
