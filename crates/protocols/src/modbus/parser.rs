//! The bytes of a message.
use event::modbus::{ModbusFileRecordRequest, ModbusFileRecordResponse, ModbusFileReference, ModbusHeaders};
use event::{Arg, List, ToArg};
use std::fmt;
use wire::{ReadError, ReadResult, Reader};

/// Bytes of the head: transaction(2) protocol(2) length(2) unit(1) function(1).
pub(super) const HEAD: usize = 8;
/// Bytes of the head that the length does not count.
const UNCOUNTED: usize = 6;

/// Why bytes are no message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Problem {
    /// The protocol's number is not 0.
    Protocol(u16),
    /// The length does not even cover unit and function.
    Length(u16),
    /// A count of bytes that are pairs is odd.
    OddCount(u16),
    /// A coil is neither on nor off.
    Coil(u16),
    /// The body ends too early.
    Short(ReadError),
}

impl From<ReadError> for Problem {
    fn from(e: ReadError) -> Self {
        Problem::Short(e)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Protocol(_) => f.write_str(
                "Binpac exception: binpac exception: &enforce violation : ModbusTCP_TransportHeader:pid",
            ),
            Problem::Length(n) => write!(f, "Modbus head: length {n} where 2 or more is wanted"),
            Problem::OddCount(n) => write!(f, "Modbus registers: an even count of bytes wanted, {n} given"),
            Problem::Coil(n) => write!(f, "Modbus coil: 0x0000 or 0xff00 wanted, {n:#06x} given"),
            Problem::Short(e) => e.fmt(f),
        }
    }
}

/// The head of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// Answers carry their question's.
    pub transaction: u16,
    /// Bytes that follow this field.
    pub len: u16,
    /// The device behind the endpoint.
    pub unit: u8,
    /// The function; with its top bit set an exception.
    pub function: u8,
}

impl Header {
    /// Reads the head.
    pub fn read(bytes: &[u8]) -> Result<Self, Problem> {
        let mut r = Reader::new("Modbus head", bytes);
        let (transaction, protocol, len) = (r.be16()?, r.be16()?, r.be16()?);
        if protocol != 0 {
            return Err(Problem::Protocol(protocol));
        }
        if len < 2 {
            return Err(Problem::Length(len));
        }
        let [unit, function] = r.array()?;
        Ok(Header { transaction, len, unit, function })
    }

    /// How many bytes a message has, as far as its beginning tells. A head that is none ends with itself.
    pub fn measure(bytes: &[u8]) -> usize {
        match bytes {
            [_, _, _, _, hi, lo, _, _, ..] => {
                HEAD.max(UNCOUNTED + usize::from(u16::from_be_bytes([*hi, *lo])))
            }
            _ => HEAD,
        }
    }

    /// The head as scripts see it.
    pub fn shown(&self) -> ModbusHeaders {
        ModbusHeaders {
            tid: self.transaction.into(),
            pid: 0,
            uid: self.unit.into(),
            function_code: self.function.into(),
            len: self.len.into(),
        }
    }
}

/// The message behind its header. Lists are read when a handler wants them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Body<'a> {
    /// A response that tells of a failure.
    Exception(u8),
    /// An address and how many from there on: requests to read, responses to writes.
    Range(u16, u16),
    /// An address and the value written there.
    Register(u16, u16),
    /// An address and whether the coil there is on.
    Coil(u16, bool),
    /// What was read.
    Coils(Bits<'a>),
    /// What was read.
    Registers(Registers<'a>),
    /// An address and what is written from there on.
    WriteCoils(u16, Bits<'a>),
    /// An address and what is written from there on.
    WriteRegisters(u16, Registers<'a>),
    /// Subfunction and data.
    Diagnostics(u16, &'a [u8]),
    /// Parts of files that are asked for.
    FileRequests(FileRequests<'a>),
    /// Parts of files.
    FileResponses(FileResponses<'a>),
    /// Parts of files that are written.
    FileReferences(FileReferences<'a>),
    /// Address, and-mask, or-mask.
    Mask([u16; 3]),
    /// Where to read, how much, where to write, what.
    ReadWrite([u16; 3], Registers<'a>),
    /// Where the queue's count stands.
    Fifo(u16),
    /// Kind of what is carried, and its bytes.
    Embedded(u8, &'a [u8]),
    /// A function without an event.
    Other,
    /// A quantity of registers that the bytes behind it do not have: the head is all that can be told.
    Contradictory,
}

/// Functions that have events.
pub(super) mod function {
    pub(in super::super) const READ_COILS: u8 = 1;
    pub(in super::super) const READ_DISCRETE_INPUTS: u8 = 2;
    pub(in super::super) const READ_HOLDING_REGISTERS: u8 = 3;
    pub(in super::super) const READ_INPUT_REGISTERS: u8 = 4;
    pub(in super::super) const WRITE_SINGLE_COIL: u8 = 5;
    pub(in super::super) const WRITE_SINGLE_REGISTER: u8 = 6;
    pub(super) const DIAGNOSTICS: u8 = 8;
    pub(in super::super) const WRITE_MULTIPLE_COILS: u8 = 15;
    pub(in super::super) const WRITE_MULTIPLE_REGISTERS: u8 = 16;
    pub(super) const READ_FILE_RECORD: u8 = 20;
    pub(super) const WRITE_FILE_RECORD: u8 = 21;
    pub(super) const MASK_WRITE_REGISTER: u8 = 22;
    pub(in super::super) const READ_WRITE_MULTIPLE_REGISTERS: u8 = 23;
    pub(in super::super) const READ_FIFO_QUEUE: u8 = 24;
    pub(super) const ENCAPSULATED_INTERFACE: u8 = 43;
    /// The bit of an exception.
    pub(super) const EXCEPTION: u8 = 0x80;
}

impl<'a> Body<'a> {
    /// Reads the body of a message from the originator (a request) or the responder. Bytes beyond are not looked at.
    pub fn read(function: u8, is_request: bool, bytes: &'a [u8]) -> Result<Self, Problem> {
        let mut r = Reader::new("Modbus body", bytes);
        let r = &mut r;
        Ok(match function {
            f if f & function::EXCEPTION != 0 && !is_request => Body::Exception(r.u8()?),
            function::READ_COILS | function::READ_DISCRETE_INPUTS if !is_request => {
                let bytes = counted(r)?;
                Body::Coils(Bits { bytes, count: bytes.len() * 8 })
            }
            function::READ_HOLDING_REGISTERS | function::READ_INPUT_REGISTERS if !is_request => {
                Body::Registers(Registers(pairs(r)?))
            }
            function::READ_COILS..=function::READ_INPUT_REGISTERS => Body::Range(r.be16()?, r.be16()?),
            function::WRITE_SINGLE_COIL => match (r.be16()?, r.be16()?) {
                (address, 0) => Body::Coil(address, false),
                (address, 0xff00) => Body::Coil(address, true),
                (_, value) => return Err(Problem::Coil(value)),
            },
            function::WRITE_SINGLE_REGISTER => Body::Register(r.be16()?, r.be16()?),
            function::DIAGNOSTICS => Body::Diagnostics(r.be16()?, r.rest()),
            function::WRITE_MULTIPLE_COILS if is_request => {
                let (address, quantity) = (r.be16()?, r.be16()?);
                let bytes = counted(r)?;
                Body::WriteCoils(address, Bits { bytes, count: usize::from(quantity).min(bytes.len() * 8) })
            }
            function::WRITE_MULTIPLE_REGISTERS if is_request => {
                let (address, quantity) = (r.be16()?, r.be16()?);
                registers(r, quantity)?.map_or(Body::Contradictory, |v| Body::WriteRegisters(address, v))
            }
            function::WRITE_MULTIPLE_COILS | function::WRITE_MULTIPLE_REGISTERS => {
                Body::Range(r.be16()?, r.be16()?)
            }
            function::READ_FILE_RECORD if is_request => Body::FileRequests(FileRequests::check(counted(r)?)?),
            function::READ_FILE_RECORD => Body::FileResponses(FileResponses::check(counted(r)?)?),
            function::WRITE_FILE_RECORD => Body::FileReferences(FileReferences::check(counted(r)?)?),
            function::MASK_WRITE_REGISTER => Body::Mask([r.be16()?, r.be16()?, r.be16()?]),
            function::READ_WRITE_MULTIPLE_REGISTERS if is_request => {
                let place = [r.be16()?, r.be16()?, r.be16()?];
                let quantity = r.be16()?;
                registers(r, quantity)?.map_or(Body::Contradictory, |v| Body::ReadWrite(place, v))
            }
            function::READ_WRITE_MULTIPLE_REGISTERS => Body::Registers(Registers(pairs(r)?)),
            function::READ_FIFO_QUEUE if is_request => Body::Fifo(r.be16()?),
            function::READ_FIFO_QUEUE => {
                let (bytes, count) = (r.be16()?, r.be16()?);
                if bytes % 2 != 0 {
                    return Err(Problem::OddCount(bytes));
                }
                Body::Registers(Registers(r.bytes(usize::from(count) * 2)?))
            }
            function::ENCAPSULATED_INTERFACE => Body::Embedded(r.u8()?, r.rest()),
            _ => Body::Other,
        })
    }
}

/// A byte that says how many bytes follow, and these.
fn counted<'a>(r: &mut Reader<'a>) -> ReadResult<&'a [u8]> {
    let count = r.u8()?;
    r.bytes(count.into())
}

/// The same for pairs of bytes.
fn pairs<'a>(r: &mut Reader<'a>) -> Result<&'a [u8], Problem> {
    let bytes = counted(r)?;
    if bytes.len() % 2 != 0 {
        return Err(Problem::OddCount(bytes.len() as u16));
    }
    Ok(bytes)
}

/// The same where a quantity of pairs was told before; `None` if there are fewer.
fn registers<'a>(r: &mut Reader<'a>, quantity: u16) -> Result<Option<Registers<'a>>, Problem> {
    let bytes = counted(r)?;
    let Some(told) = bytes.get(..usize::from(quantity) * 2) else { return Ok(None) };
    if bytes.len() % 2 != 0 {
        return Err(Problem::OddCount(bytes.len() as u16));
    }
    Ok(Some(Registers(told)))
}

/// Coils, the lowest bit first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bits<'a> {
    bytes: &'a [u8],
    /// No more than the bytes have.
    count: usize,
}

impl List for Bits<'_> {
    fn count(&self) -> usize {
        self.count
    }
    fn each(&self, f: &mut dyn FnMut(Arg<'_>)) {
        let bits = self.bytes.iter().flat_map(|byte| (0..8).map(move |at| byte >> at & 1 == 1));
        for bit in bits.take(self.count) {
            f(Arg::Bool(bit));
        }
    }
}

/// Registers of two bytes each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Registers<'a>(&'a [u8]);

impl List for Registers<'_> {
    fn count(&self) -> usize {
        self.0.len() / 2
    }
    fn each(&self, f: &mut dyn FnMut(Arg<'_>)) {
        for pair in self.0.as_chunks().0 {
            f(Arg::Count(u16::from_be_bytes(*pair).into()));
        }
    }
}

/// Declares a list of records that are read one after another; they were checked when the message was read.
macro_rules! walked {
    ($(#[$doc:meta])* $name:ident of $item:ident as $what:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $name<'a>(&'a [u8]);

        impl<'a> $name<'a> {
            fn check(bytes: &'a [u8]) -> ReadResult<Self> {
                let mut r = Reader::new($what, bytes);
                while !r.is_empty() {
                    $item(&mut r)?;
                }
                Ok($name(bytes))
            }

            /// How many bytes they have.
            pub fn byte_count(&self) -> u64 {
                self.0.len() as u64
            }
        }

        impl List for $name<'_> {
            fn count(&self) -> usize {
                let mut n = 0;
                self.each(&mut |_| n += 1);
                n
            }
            fn each(&self, f: &mut dyn FnMut(Arg<'_>)) {
                let mut r = Reader::new($what, self.0);
                while !r.is_empty() {
                    let Ok(item) = $item(&mut r) else { return };
                    f(item.arg());
                }
            }
        }
    };
}

walked! {
    /// Parts of files that are asked for.
    FileRequests of file_request as "Modbus file request"
}
walked! {
    /// Parts of files.
    FileResponses of file_response as "Modbus file record"
}
walked! {
    /// Parts of files that are written.
    FileReferences of file_reference as "Modbus file reference"
}

fn file_request(r: &mut Reader<'_>) -> ReadResult<ModbusFileRecordRequest> {
    Ok(ModbusFileRecordRequest {
        ref_type: r.u8()?.into(),
        file_num: r.be16()?.into(),
        record_num: r.be16()?.into(),
        record_len: r.be16()?.into(),
    })
}

fn file_response<'a>(r: &mut Reader<'a>) -> ReadResult<ModbusFileRecordResponse<'a>> {
    // The length counts the reference type.
    let file_len = r.u8()?;
    let ref_type = r.u8()?.into();
    let record_data = r.bytes(usize::from(file_len).saturating_sub(1))?;
    Ok(ModbusFileRecordResponse { file_len: file_len.into(), ref_type, record_data })
}

fn file_reference<'a>(r: &mut Reader<'a>) -> ReadResult<ModbusFileReference<'a>> {
    let ref_type = r.u8()?.into();
    let [file_num, record_num, record_len] = [r.be16()?, r.be16()?, r.be16()?];
    // The length counts registers.
    let record_data = r.bytes(usize::from(record_len) * 2)?;
    Ok(ModbusFileReference {
        ref_type,
        file_num: file_num.into(),
        record_num: record_num.into(),
        record_len: record_len.into(),
        record_data,
    })
}
