//! A cursor over a peer's bytes. Numbers are big-endian.
use crate::{Error, Problem};
use net_types::{Addr, Subnet, TransportProto};

/// Reads items one after the other. Each error contains the offset of the item.
#[derive(Clone, Debug)]
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Reader { bytes, at: 0 }
    }

    pub(crate) fn at(&self) -> usize {
        self.at
    }

    pub(crate) fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// Returns the error for an item that began at `at`.
    pub(crate) fn error<T>(at: usize, problem: Problem) -> Result<T, Error> {
        Err(Error { at, problem })
    }

    /// Passes over these bytes, if they are next. Returns whether they are.
    pub(crate) fn skip_past(&mut self, next: &[u8]) -> bool {
        let is_next = self.bytes[self.at..].starts_with(next);
        if is_next {
            self.at += next.len();
        }
        is_next
    }

    /// Returns to an offset that was reached before.
    pub(crate) fn back_to(&mut self, at: usize) {
        debug_assert!(at <= self.at);
        self.at = at;
    }

    pub(crate) fn take(&mut self, n: u64) -> Result<&'a [u8], Error> {
        let rest = &self.bytes[self.at..];
        match usize::try_from(n).ok().and_then(|n| rest.get(..n)) {
            Some(taken) => {
                self.at += taken.len();
                Ok(taken)
            }
            None => Self::error(self.at, Problem::Short { wanted: n, left: rest.len() }),
        }
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        let mut out = [0; N];
        out.copy_from_slice(self.take(N as u64)?);
        Ok(out)
    }

    pub(crate) fn u8(&mut self) -> Result<u8, Error> {
        Ok(self.array::<1>()?[0])
    }

    pub(crate) fn u16(&mut self) -> Result<u16, Error> {
        self.array().map(u16::from_be_bytes)
    }

    pub(crate) fn u32(&mut self) -> Result<u32, Error> {
        self.array().map(u32::from_be_bytes)
    }

    pub(crate) fn u64(&mut self) -> Result<u64, Error> {
        self.array().map(u64::from_be_bytes)
    }

    pub(crate) fn i64(&mut self) -> Result<i64, Error> {
        self.array().map(i64::from_be_bytes)
    }

    pub(crate) fn f64(&mut self) -> Result<f64, Error> {
        self.array().map(f64::from_be_bytes)
    }

    pub(crate) fn bool(&mut self) -> Result<bool, Error> {
        let at = self.at;
        match self.u8()? {
            0 => Ok(false),
            1 => Ok(true),
            other => Self::error(at, Problem::Bool(other)),
        }
    }

    /// Reads a number of seven bits per byte, the lowest first; the highest bit means that more bytes follow. At most
    /// 32 bits.
    pub(crate) fn varbyte(&mut self) -> Result<u32, Error> {
        let at = self.at;
        let mut number = 0u64;
        for shift in (0..35).step_by(7) {
            let byte = self.u8()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return u32::try_from(number).or_else(|_| Self::error(at, Problem::LongVarbyte));
            }
        }
        Self::error(at, Problem::LongVarbyte)
    }

    /// Creates a network from a prefix length in 128-bit form. `at` is the value's offset, for errors.
    pub(crate) fn subnet(at: usize, addr: Addr, width: u8) -> Result<Subnet, Error> {
        let fits = !addr.is_v4() || width >= 96;
        let net = Subnet::new128(addr, width).filter(|_| fits);
        net.map_or_else(|| Self::error(at, Problem::Width(width)), Ok)
    }

    /// Returns the transport protocol with this number in Broker's messages and in log batches.
    pub(crate) fn transport(at: usize, number: u32) -> Result<TransportProto, Error> {
        match number {
            0 => Ok(TransportProto::Unknown),
            1 => Ok(TransportProto::Tcp),
            2 => Ok(TransportProto::Udp),
            3 => Ok(TransportProto::Icmp),
            other => Self::error(at, Problem::Transport(other)),
        }
    }

    pub(crate) fn end(&self) -> Result<(), Error> {
        match self.left() {
            0 => Ok(()),
            n => Self::error(self.at, Problem::Surplus(n)),
        }
    }
}
