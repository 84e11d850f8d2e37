//! Parses messages.
use event::modbus::{ModbusFileRecordRequest, ModbusFileRecordResponse, ModbusFileReference, ModbusHeaders};
use event::{Arg, List, ToArg};
use wire::{ReadError, ReadResult, Reader};

/// The length of the header, in bytes: transaction(2) protocol(2) length(2) unit(1) function(1).
pub(super) const HEAD: usize = 8;
/// The number of header bytes that the length field does not count.
const UNCOUNTED: usize = 6;

/// The reason why a message cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    /// The protocol identifier is not 0.
    #[error("Binpac exception: binpac exception: &enforce violation : ModbusTCP_TransportHeader:pid")]
    Protocol(u16),
    /// The length does not include unit and function.
    #[error("Modbus head: length {0} where 2 or more is wanted")]
    Length(u16),
    /// The byte count of 16-bit registers is odd.
    #[error("Modbus registers: an even count of bytes wanted, {0} given")]
    OddCount(u16),
    /// The value of a coil is neither on (0xff00) nor off (0).
    #[error("Modbus coil: 0x0000 or 0xff00 wanted, {0:#06x} given")]
    Coil(u16),
    /// The message ends within a field.
    #[error(transparent)]
    Short(#[from] ReadError),
}

/// The header of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// The transaction identifier. A response repeats that of its request.
    pub transaction: u16,
    /// The number of bytes after this field.
    pub len: u16,
    /// The device behind the endpoint.
    pub unit: u8,
    /// The function code. In an exception response, its highest bit is set.
    pub function: u8,
}

impl Header {
    /// Reads the header.
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

    /// The length of a message or, if its header is incomplete or states too little, of the header.
    pub fn measure(bytes: &[u8]) -> usize {
        match bytes {
            [_, _, _, _, hi, lo, _, _, ..] => {
                HEAD.max(UNCOUNTED + usize::from(u16::from_be_bytes([*hi, *lo])))
            }
            _ => HEAD,
        }
    }

    /// The header in its form for scripts.
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

/// The body of a message. Lists are decoded when a handler reads them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Body<'a> {
    /// An exception response, with its code.
    Exception(u8),
    /// Start address and quantity, in requests to read and responses to write.
    Range(u16, u16),
    /// Address and value of a single register.
    Register(u16, u16),
    /// Address and state of a single coil.
    Coil(u16, bool),
    /// The coils that were read.
    Coils(Bits<'a>),
    /// The registers that were read.
    Registers(Registers<'a>),
    /// Start address and the coils to write.
    WriteCoils(u16, Bits<'a>),
    /// Start address and the registers to write.
    WriteRegisters(u16, Registers<'a>),
    /// Subfunction and data.
    Diagnostics(u16, &'a [u8]),
    /// Requested file records.
    FileRequests(FileRequests<'a>),
    /// File records that were read.
    FileResponses(FileResponses<'a>),
    /// File records to write.
    FileReferences(FileReferences<'a>),
    /// Address, AND mask and OR mask.
    Mask([u16; 3]),
    /// Read address, read quantity and write address, and the registers to write.
    ReadWrite([u16; 3], Registers<'a>),
    /// The FIFO pointer address.
    Fifo(u16),
    /// MEI type and data of the encapsulated interface transport.
    Embedded(u8, &'a [u8]),
    /// A function without its own event.
    Other,
    /// The stated quantity of registers exceeds the data: only the header can be reported.
    Contradictory,
}

/// The codes of functions with their own events.
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
    /// The bit that marks an exception response.
    pub(super) const EXCEPTION: u8 = 0x80;
}

impl<'a> Body<'a> {
    /// Reads the body of a request or response. Surplus bytes are ignored.
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

/// Reads a byte count, then that many bytes.
fn counted<'a>(r: &mut Reader<'a>) -> ReadResult<&'a [u8]> {
    let count = r.u8()?;
    r.bytes(count.into())
}

/// Reads a byte count, which must be even, then that many bytes.
fn pairs<'a>(r: &mut Reader<'a>) -> Result<&'a [u8], Problem> {
    let bytes = counted(r)?;
    if bytes.len() % 2 != 0 {
        return Err(Problem::OddCount(bytes.len() as u16));
    }
    Ok(bytes)
}

/// Reads a byte count and `quantity` registers; `None` if the bytes are too few.
fn registers<'a>(r: &mut Reader<'a>, quantity: u16) -> Result<Option<Registers<'a>>, Problem> {
    let bytes = counted(r)?;
    let Some(told) = bytes.get(..usize::from(quantity) * 2) else { return Ok(None) };
    if bytes.len() % 2 != 0 {
        return Err(Problem::OddCount(bytes.len() as u16));
    }
    Ok(Some(Registers(told)))
}

/// Coils, lowest bit first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bits<'a> {
    bytes: &'a [u8],
    /// The number of coils, at most eight per byte.
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

/// Declares a list of records, which is checked when the message is read and decoded when a handler reads it.
macro_rules! record_list {
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

            /// The length in bytes.
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

record_list! {
    /// Requested file records.
    FileRequests of file_request as "Modbus file request"
}
record_list! {
    /// File records that were read.
    FileResponses of file_response as "Modbus file record"
}
record_list! {
    /// File records to write.
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
